// Shows the picture of a search tree (SVG made by plytree), to be zoomed and moved, and reports what is done to its
// nodes: a click, a child dragged to another place among its brothers, a subtree folded. Steps arrive as the few pieces
// that changed. Tells whether the page is dark, because the picture has to know.
const SMALLEST = 0.82; // of the natural size: letters of 11 become 9 pixels; a larger tree is shown in part
const MAP = 150; // pixels of the little map's longer side

export default {
  template: `<div class="tree-view">
    <div class="tree-stage" ref="stage" tabindex="0" role="group" :aria-label="words.tree" :class="{ wide: larger }"
      @wheel="wheel" @pointerdown="down" @pointermove="move" @pointerup="up" @pointercancel="drop" @keydown="key"></div>
    <div class="tree-tools" v-show="larger || zoomed" role="toolbar" :aria-label="words.zoom">
      <button type="button" data-name="zoom-in" :aria-label="words.in" @click="zoom(1.3)">+</button>
      <button type="button" data-name="zoom-out" :aria-label="words.out" @click="zoom(1 / 1.3)">−</button>
      <button type="button" data-name="zoom-fit" :aria-label="words.fit" @click="fit(true)">⤢</button>
    </div>
    <svg class="tree-map" v-show="larger" :viewBox="'0 0 ' + size.w + ' ' + size.h" :style="mapStyle" aria-hidden="true" @pointerdown="mapped">
      <path :d="dots" /><rect :x="view.x" :y="view.y" :width="view.w" :height="view.h" />
    </svg>
  </div>`,
  props: { svg: String, draggable: Boolean, marks: Object, current: String, words: Object },
  data() { return { size: { w: 1, h: 1 }, view: { x: 0, y: 0, w: 1, h: 1 }, larger: false, zoomed: false, dots: "" }; },
  computed: {
    mapStyle() {
      const scale = MAP / Math.max(this.size.w, this.size.h);
      return { width: this.size.w * scale + "px", height: Math.max(14, this.size.h * scale) + "px" };
    },
  },
  mounted() {
    this.pointers = new Map();
    this.draw();
    const tell = () => this.$emit("theme", document.body.classList.contains("body--dark"));
    this.observer = new MutationObserver(() => { if (this.dark !== this.isDark()) { this.dark = this.isDark(); tell(); } });
    this.observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    this.resized = new ResizeObserver(() => { if (this.$refs.stage.clientWidth !== this.width) this.fit(false); });
    this.resized.observe(this.$el);
    this.onKey = (event) => { if (!event.target.closest("input, textarea, select, .tree-stage")) this.key(event); };
    window.addEventListener("keydown", this.onKey);
    this.dark = this.isDark();
    tell();
  },
  unmounted() { this.observer.disconnect(); this.resized.disconnect(); window.removeEventListener("keydown", this.onKey); },
  watch: { svg() { this.draw(); }, marks() { this.mark(); } },
  methods: {
    isDark() { return document.body.classList.contains("body--dark"); },

    // ---- what is drawn
    draw() {
      const stage = this.$refs.stage, old = { ...this.size };
      stage.innerHTML = this.svg || "";
      const svg = this.picture();
      if (!svg) return;
      this.size = { w: Number(svg.getAttribute("width")), h: Number(svg.getAttribute("height")) };
      svg.removeAttribute("width");
      svg.removeAttribute("height");
      this.pieces = new Map([...svg.querySelectorAll("[data-piece]")].map((piece) => [piece.dataset.piece, piece]));
      this.handles([...this.pieces.values()]);
      this.mark();
      this.dots = [...svg.querySelectorAll(".node")].map((n) => "M" + n.getAttribute("transform").match(/-?[\d.]+/g).slice(0, 2).join(" ") + "h26v26h-26z").join("");
      if (old.w !== this.size.w || old.h !== this.size.h) this.fit(false); else this.look();
      this.follow(this.current);
    },
    patch(pieces, current) { // one step on or back
      const group = this.$refs.stage.querySelector("[data-piece]")?.parentNode;
      if (!group) return;
      const changed = [];
      for (const [name, html] of Object.entries(pieces)) {
        const piece = this.pieces.get(name);
        if (piece) { piece.innerHTML = html; changed.push(piece); }
      }
      this.handles(changed);
      this.mark(changed);
      this.follow(current);
    },
    handles(pieces) { // a little sign below each inner node: fold it, or show what is folded
      for (const piece of pieces) {
        const node = piece.querySelector(".node.max, .node.min"), name = piece.dataset.piece.slice(1);
        if (!node) continue;
        const more = this.pieces.get("m" + name), has = more || this.pieces.get("n" + (name ? name + "." : "") + "0");
        if (!has) continue;
        node.insertAdjacentHTML("beforeend", `<g class="fold" transform="translate(0 ${node.classList.contains("max") ? 46 : 46})"><circle r="8"/><path d="${more ? "M-4 0h8M0 -4v8" : "M-4 0h8"}"/></g>`);
      }
    },
    mark(pieces) {
      const nodes = pieces ? pieces.map((p) => p.querySelector(".node")).filter(Boolean) : this.$refs.stage.querySelectorAll(".node");
      for (const node of nodes) {
        for (const look of [...node.classList].filter((c) => c.startsWith("mark-"))) node.classList.remove(look);
        const look = (this.marks || {})[node.dataset.path];
        if (look) node.classList.add("mark-" + look);
      }
    },

    // ---- where one looks
    picture() { return this.$refs.stage.querySelector("svg"); },
    scale() { return this.width / this.view.w; },
    fit(whole) { // all of it if that can be read, else a part; `whole`: all of it whatever comes
      const stage = this.$refs.stage;
      this.width = stage.clientWidth || 600;
      const most = Math.max(220, 0.68 * window.innerHeight), all = Math.min(1, this.width / this.size.w, most / this.size.h);
      const scale = whole ? Math.min(1, this.width / this.size.w) : Math.max(all, Math.min(1, SMALLEST));
      this.larger = this.size.w * scale > this.width + 1 || this.size.h * scale > most + 1 || all < SMALLEST;
      this.zoomed = false;
      this.height = Math.min(most, Math.max(this.size.h * scale, whole && this.larger ? 160 : 0));
      stage.style.height = this.height + "px";
      const w = this.width / scale, h = this.height / scale;
      this.view = { x: (this.size.w - w) / 2, y: 0, w, h };
      this.look();
      if (!whole) this.follow(this.current);
    },
    look() {
      const v = this.view, room = (have, size) => Math.max(0, (have - size) / 2);
      v.x = Math.min(Math.max(v.x, -room(v.w, this.size.w) - 0.4 * v.w), this.size.w - 0.6 * v.w + room(v.w, this.size.w));
      v.y = Math.min(Math.max(v.y, -0.4 * v.h), Math.max(0, this.size.h - 0.6 * v.h));
      const svg = this.picture();
      if (svg) svg.setAttribute("viewBox", [v.x, v.y, v.w, v.h].map((n) => n.toFixed(1)).join(" "));
    },
    zoom(factor, event) {
      const box = this.$refs.stage.getBoundingClientRect(), v = this.view;
      const px = event ? (event.clientX - box.left) / box.width : 0.5, py = event ? (event.clientY - box.top) / box.height : 0.5;
      const wanted = Math.min(Math.max(this.scale() * factor, Math.min(0.05, this.width / this.size.w)), 4);
      const w = this.width / wanted, h = this.height / wanted;
      this.view = { x: v.x + px * (v.w - w), y: v.y + py * (v.h - h), w, h };
      this.zoomed = true;
      this.look();
    },
    pan(dx, dy) { this.view.x -= dx / this.scale(); this.view.y -= dy / this.scale(); this.look(); },
    follow(path) { // keep the current node in view
      if (path == null || !this.larger && !this.zoomed) return;
      const node = this.$refs.stage.querySelector(`.node[data-path="${path}"]`);
      if (!node) return;
      const [x, y] = node.getAttribute("transform").match(/-?[\d.]+/g).map(Number), shift = node.closest("g[transform]:not(.node)")?.getAttribute("transform").match(/-?[\d.]+/g).map(Number) || [0, 0];
      const cx = x + shift[0], cy = y + shift[1] + 20, v = this.view, mx = 0.12 * v.w, my = 0.15 * v.h;
      if (cx < v.x + mx || cx > v.x + v.w - mx) v.x = cx - v.w / 2;
      if (cy < v.y + my || cy > v.y + v.h - my) v.y = cy - v.h / 2;
      this.look();
    },
    wheel(event) {
      if (!this.larger && !this.zoomed && !event.ctrlKey) return; // it is all there: the page scrolls
      event.preventDefault();
      if (event.shiftKey) this.pan(-event.deltaY, 0);
      else this.zoom(Math.exp(-Math.max(-100, Math.min(100, event.deltaY)) * 0.0022), event);
    },
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = 60, steps = { a: [step, 0], d: [-step, 0], w: [0, step], s: [0, -step] };
      if (event.key === "+" || event.key === "=") this.zoom(1.25);
      else if (event.key === "-") this.zoom(0.8);
      else if (event.key === "0") this.fit(true);
      else if (event.key in steps && (this.larger || this.zoomed)) this.pan(...steps[event.key]);
      else return;
      event.preventDefault();
    },
    mapped(event) {
      const box = event.currentTarget.getBoundingClientRect();
      this.view.x = ((event.clientX - box.left) / box.width) * this.size.w - this.view.w / 2;
      this.view.y = ((event.clientY - box.top) / box.height) * this.size.h - this.view.h / 2;
      this.look();
    },

    // ---- what is done to nodes
    nodeAt(event) { const node = event.target.closest && event.target.closest(".node"); return node && this.$refs.stage.contains(node) ? node : null; },
    brothers(path) {
      const parent = path.split(".").slice(0, -1).join(".");
      return [...this.$refs.stage.querySelectorAll(".node")].filter((n) => n.dataset.path !== "" && n.dataset.path.split(".").slice(0, -1).join(".") === parent);
    },
    down(event) {
      this.pointers.set(event.pointerId, event);
      if (this.pointers.size > 1) { this.drop(); this.pinch = this.spread(); return; }
      const node = this.nodeAt(event), fold = event.target.closest && event.target.closest(".fold");
      this.held = { node, fold, x: event.clientX, y: event.clientY, moved: false, was: node && node.getAttribute("transform"), touch: event.pointerType === "touch" };
    },
    spread() {
      const [a, b] = [...this.pointers.values()];
      return { far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
    },
    move(event) {
      const before = this.pointers.get(event.pointerId);
      if (!before) return;
      this.pointers.set(event.pointerId, event);
      if (this.pointers.size > 1) {
        const now = this.spread();
        if (this.pinch) { this.zoom(now.far / Math.max(1, this.pinch.far), now); this.pan(now.clientX - this.pinch.clientX, now.clientY - this.pinch.clientY); }
        this.pinch = now;
        event.preventDefault();
        return;
      }
      const held = this.held;
      if (!held) return;
      const dx = event.clientX - held.x, dy = event.clientY - held.y;
      if (!held.moved && Math.hypot(dx, dy) < 6) return;
      if (!held.moved) this.$refs.stage.setPointerCapture(event.pointerId);
      held.moved = true;
      event.preventDefault();
      if (held.node && held.node.dataset.path !== "" && this.draggable && !held.touch) {
        const scale = this.scale();
        held.node.setAttribute("transform", held.was + ` translate(${dx / scale} ${Math.max(-8, Math.min(8, dy / scale))})`);
        held.node.classList.add("dragged");
      } else if (this.larger || this.zoomed) this.pan(event.clientX - before.clientX, event.clientY - before.clientY);
    },
    up(event) {
      const held = this.held;
      this.pointers.delete(event.pointerId);
      this.pinch = null;
      this.drop();
      if (!held || !held.node) return;
      const path = held.node.dataset.path;
      if (!held.moved) { this.$emit(held.fold ? "fold" : "node", path); return; }
      if (held.touch || !this.draggable) return;
      const others = this.brothers(path).filter((n) => n !== held.node);
      const middles = others.map((n) => { const b = n.querySelector(".body").getBoundingClientRect(); return b.left + b.width / 2; });
      const to = middles.filter((x) => x < event.clientX).length;
      if (to !== Number(path.split(".").pop())) this.$emit("reorder", { path, to });
    },
    drop(event) {
      if (event) this.pointers.delete(event.pointerId);
      if (this.held && this.held.node) { this.held.node.setAttribute("transform", this.held.was); this.held.node.classList.remove("dragged"); }
      this.held = null;
    },
  },
};
