"""The web app: play in the browser, see the search think, explain it, and a JSON interface."""
