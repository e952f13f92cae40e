// Shows the picture of a search tree (SVG made by plytree) and reports what is done to its nodes: a click on one, or a
// child dragged to another place among its brothers. Tells whether the page is dark, because the picture has to know.
export default {
  template: `<div class="tree-view" @pointerdown="down" @pointermove="move" @pointerup="up" @pointercancel="drop"></div>`,
  props: { svg: String, draggable: Boolean, marks: Object },
  mounted() {
    this.draw();
    const tell = () => this.$emit("theme", document.body.classList.contains("body--dark"));
    this.observer = new MutationObserver(() => { if (this.dark !== this.isDark()) { this.dark = this.isDark(); tell(); } });
    this.observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    this.dark = this.isDark();
    tell();
  },
  unmounted() { this.observer.disconnect(); },
  watch: { svg() { this.draw(); }, marks() { this.mark(); } },
  methods: {
    isDark() { return document.body.classList.contains("body--dark"); },
    draw() { // swap only what changed, so that the page does not scroll while one steps
      this.$el.innerHTML = this.svg || "";
      this.mark();
    },
    mark() {
      for (const node of this.$el.querySelectorAll(".node")) {
        for (const look of [...node.classList].filter((c) => c.startsWith("mark-"))) node.classList.remove(look);
        const look = (this.marks || {})[node.dataset.path];
        if (look) node.classList.add("mark-" + look);
      }
    },
    nodeAt(event) { const node = event.target.closest && event.target.closest(".node"); return node && this.$el.contains(node) ? node : null; },
    brothers(path) {
      const parent = path.split(".").slice(0, -1).join(".");
      return [...this.$el.querySelectorAll(".node")].filter((n) => n.dataset.path !== "" && n.dataset.path.split(".").slice(0, -1).join(".") === parent);
    },
    down(event) {
      const node = this.nodeAt(event);
      if (!node) return;
      this.held = { node, x: event.clientX, y: event.clientY, moved: false, was: node.getAttribute("transform") };
    },
    move(event) {
      if (!this.held || !this.draggable || this.held.node.dataset.path === "") return;
      const dx = event.clientX - this.held.x, dy = event.clientY - this.held.y;
      if (!this.held.moved && Math.abs(dx) < 6) return;
      if (!this.held.moved) this.$el.setPointerCapture(event.pointerId);
      this.held.moved = true;
      event.preventDefault();
      const scale = this.$el.querySelector("svg").getScreenCTM().a;
      this.held.node.setAttribute("transform", this.held.was + ` translate(${dx / scale} ${Math.max(-8, Math.min(8, dy / scale))})`);
      this.held.node.classList.add("dragged");
    },
    up(event) {
      const held = this.held;
      this.drop();
      if (!held) return;
      const path = held.node.dataset.path;
      if (!held.moved) { this.$emit("node", path); return; }
      const others = this.brothers(path).filter((n) => n !== held.node);
      const middles = others.map((n) => { const b = n.querySelector(".body").getBoundingClientRect(); return b.left + b.width / 2; });
      const to = middles.filter((x) => x < event.clientX).length;
      if (to !== Number(path.split(".").pop())) this.$emit("reorder", { path, to });
    },
    drop() {
      if (this.held) { this.held.node.setAttribute("transform", this.held.was); this.held.node.classList.remove("dragged"); }
      this.held = null;
    },
  },
};
