// What every page of plytree does in the browser itself: light or dark, the way back to one's game, links, sounds.
(() => {
  const kept = (key) => { try { return localStorage.getItem("plytree-" + key); } catch { return null; } };
  const keep = (key, value) => { try { localStorage.setItem("plytree-" + key, value); } catch { /* private window */ } };
  const session = { get: (key) => { try { return sessionStorage.getItem("plytree" + key); } catch { return null; } },
    set: (key, value) => { try { sessionStorage.setItem("plytree" + key, value); } catch { /* private window */ } } };
  document.documentElement.lang = "en";
  let audio = null;
  const plytree = {
    toggleTheme() {
      const dark = !document.body.classList.contains("body--dark");
      keep("theme", dark ? "dark" : "light");
      setDark(dark);
    },
    address(query) { // the page's address follows what it shows; the way back to it is kept for this tab
      history.replaceState(null, "", "?" + query);
      session.set(location.pathname, query);
    },
    async copyLink() {
      try { await navigator.clipboard.writeText(location.href); return true; } catch { /* no secure address: by hand */ }
      const field = document.createElement("textarea");
      field.value = location.href;
      document.body.append(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      return done;
    },
    soundOn() { return kept("sound") !== "off"; },
    toggleSound() { keep("sound", plytree.soundOn() ? "off" : "on"); plytree.showSound(); plytree.sound(false); },
    showSound() {
      for (const icon of document.querySelectorAll("[data-name=sound] .q-icon")) icon.textContent = plytree.soundOn() ? "volume_up" : "volume_off";
    },
    sound(capture) { // a short knock, deeper for a capture
      if (!plytree.soundOn() || !navigator.userActivation?.hasBeenActive) return;
      audio ??= new AudioContext();
      const now = audio.currentTime, tone = audio.createOscillator(), loud = audio.createGain();
      tone.frequency.setValueAtTime(capture ? 190 : 320, now);
      tone.frequency.exponentialRampToValueAtTime(capture ? 70 : 120, now + 0.07);
      loud.gain.setValueAtTime(0.16, now);
      loud.gain.exponentialRampToValueAtTime(0.001, now + 0.11);
      tone.connect(loud).connect(audio.destination);
      tone.start(now);
      tone.stop(now + 0.12);
    },
  };
  window.plytree = plytree;
  window.addEventListener("load", () => {
    const theme = kept("theme");
    if (theme) setDark(theme === "dark");
    for (const link of document.querySelectorAll("nav.bar a[href]")) {
      const path = link.getAttribute("href"), query = session.get(path);
      if (query && path !== location.pathname) link.setAttribute("href", path + "?" + query);
    }
    plytree.showSound();
  });
})();
