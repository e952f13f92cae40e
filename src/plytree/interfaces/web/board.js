// Draws a position from plytree's Board and reports the legal move that was chosen. It knows no rules: the squares that
// stand for legal moves come with the picture.
const U = 100; // one square
const GLYPHS = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
const TEXT_FORM = "\uFE0E"; // keeps phones from drawing a chess piece as an emoji

export default {
  template: `
  <div class="board" :class="['style-' + style, { active }]">
    <svg :viewBox="box" ref="svg" role="group" aria-label="Board" class="board-svg" @mouseleave="hovered = null" @contextmenu.prevent
      @pointerdown="grab" @pointermove="drag" @pointerup="release" @pointercancel="letGo">
      <defs>
        <mask :id="maskId" v-if="style === 'drop'">
          <rect x="-12" y="-12" :width="cols * 100 + 24" :height="rows * 100 + 24" fill="white" />
          <circle v-for="s in squares" :key="s.key" :cx="s.x + 50" :cy="s.y + 50" r="40" fill="black" />
        </mask>
      </defs>

      <g v-if="style === 'points'" class="wires">
        <line v-for="(e, i) in picture.edges" :key="'e' + i" :x1="at(...e[0]).x + 50" :y1="at(...e[0]).y + 50" :x2="at(...e[1]).x + 50" :y2="at(...e[1]).y + 50" />
        <circle v-for="s in squares" :key="s.key" :cx="s.x + 50" :cy="s.y + 50" r="11" class="point"
          :class="{ last: isIn(picture.last, s), selected: isSelected(s) }" />
      </g>
      <g v-else-if="style === 'hex'">
        <path v-for="s in squares" :key="s.key" class="square" :d="'M' + (s.x + 50) + ' ' + (s.y - 12) + 'l50 30v60l-50 30l-50 -30v-60z'"
          :class="{ last: isIn(picture.last, s), selected: isSelected(s) }" />
      </g>
      <g v-else-if="style !== 'drop'">
        <rect v-for="s in squares" :key="s.key" :x="s.x" :y="s.y" width="100" height="100" class="square"
          :class="{ dark: (s.r + s.c) % 2 === 1, last: isIn(picture.last, s), selected: isSelected(s) }" />
      </g>

      <circle v-for="s in squares.filter(s => isIn(picture.check, s))" :key="'k' + s.key" class="check" :cx="s.x + 50" :cy="s.y + 50" r="48" />
      <g v-for="s in filled" :key="'p' + s.key + s.text" :ref="el => keep(s.key, el)" :class="{ held: isHeld(s) }" :transform="isHeld(s) ? 'translate(' + held.dx + ' ' + held.dy + ')' : null">
        <template v-if="style === 'marks'">
          <path v-if="s.owner === 0" class="mark p0" :d="cross(s)" />
          <circle v-else-if="s.owner === 1" class="mark p1" :cx="s.x + 50" :cy="s.y + 50" r="27" />
          <text v-else class="cell-text" :x="s.x + 50" :y="s.y + 50">{{ s.text }}</text>
        </template>
        <template v-else-if="discs">
          <circle class="stone" :class="'p' + s.owner" :cx="s.x + 50" :cy="s.y + 50" :r="style === 'drop' ? 42 : 38" />
          <circle class="stone-ring" :class="'p' + s.owner" :cx="s.x + 50" :cy="s.y + 50" r="24" />
          <text v-if="s.mark || s.owner < 0" class="stone-text" :class="'p' + s.owner" :x="s.x + 50" :y="s.y + 52">{{ s.owner < 0 ? s.text : s.mark }}</text>
        </template>
        <text v-else-if="style === 'chess'" class="piece" :class="'p' + s.owner" :x="s.x + 50" :y="s.y + 54">{{ glyph(s.text) }}</text>
        <text v-else class="cell-text" :x="s.x + 50" :y="s.y + 50">{{ s.text }}</text>
      </g>

      <g v-if="style === 'drop'">
        <rect class="frame" x="-12" y="-12" :width="cols * 100 + 24" :height="rows * 100 + 24" rx="18" :mask="'url(#' + maskId + ')'" />
        <circle v-for="s in squares" :key="'h' + s.key" class="hole" :cx="s.x + 50" :cy="s.y + 50" r="40" />
        <circle v-for="s in squares.filter(s => isIn(picture.last, s))" :key="'l' + s.key" class="last-dot" :cx="s.x + 50" :cy="s.y + 50" r="9" />
      </g>

      <g v-if="active">
        <template v-for="s in squares" :key="'g' + s.key">
          <template v-if="ghost(s)">
            <circle v-if="discs" class="ghost stone" :class="'p' + picture.mover" :cx="s.x + 50" :cy="s.y + 50" r="38" />
            <path v-else-if="picture.mover === 0" class="ghost mark p0" :d="cross(s)" />
            <circle v-else class="ghost mark p1" :cx="s.x + 50" :cy="s.y + 50" r="27" />
          </template>
          <circle v-else-if="dot(s)" class="legal" :class="{ taken: s.text }" :cx="s.x + 50" :cy="s.y + 50" :r="s.text ? 44 : 11" />
        </template>
      </g>

      <g v-for="s in lineSquares" :key="'w' + s.key">
        <circle class="won" :cx="s.x + 50" :cy="s.y + 50" :r="style === 'drop' ? 40 : 45" />
      </g>

      <g class="arrows" aria-hidden="true">
        <path v-for="a in arrows" :key="a.key" class="arrow" :class="a.look" :d="a.d" />
        <circle v-for="q in drawn.filter(d => d.length === 1)" :key="'o' + q" class="ring" :cx="at(...q[0]).x + 50" :cy="at(...q[0]).y + 50" r="44" />
      </g>
      <g v-for="h in shownHints" :key="'hint' + h.id" class="hint" :class="[h.kind, { best: h.best }]">
        <rect :x="h.x - 36" :y="h.y - 19" width="72" height="38" rx="19" />
        <path :d="hintMark(h)" />
        <text :x="h.x + 11" :y="h.y + 1" :class="{ long: h.text.length > 2 }">{{ h.text }}</text>
      </g>

      <g class="labels" aria-hidden="true">
        <text v-for="(label, c) in picture.columnLabels || []" :key="'c' + c" :x="at(0, c).x + 50 + slope * (rows - 1) * (flipped ? 0 : 1)" :y="labelY">{{ label }}</text>
        <text v-for="(label, r) in picture.rowLabels || []" :key="'r' + r" :x="-24" :y="at(r, 0).y + 50">{{ label }}</text>
      </g>

      <rect v-for="s in squares" :key="'t' + s.key" class="target" :class="{ can: active && candidates(s).length }"
        :x="s.x" :y="style === 'drop' && s.r === 0 ? s.y - topRoom : s.y" width="100"
        :height="style === 'drop' && s.r === 0 ? 100 + topRoom : 100"
        role="button" :tabindex="isFocus(s) ? 0 : -1" :data-square="s.r + ',' + s.c" :aria-label="spoken(s)"
        @click="clicked(s)" @pointerenter="hover($event, s)" @focus="focus = [s.r, s.c]" @keydown="key($event, s)" />
    </svg>
    <div v-if="options.length" ref="chooser" class="chooser" role="dialog" aria-label="Which move?" @keydown="chooserKey">
      <button v-for="m in options" :key="m.id" type="button" @click="send(m)">{{ m.label }}</button>
      <button type="button" class="quiet" @click="options = []" aria-label="Cancel">✕</button>
    </div>
  </div>`,
  props: { picture: Object, active: Boolean, flipped: Boolean, hints: Object },
  data() {
    return { hovered: null, selected: null, options: [], focus: null, held: null, drawn: [], start: null, shapes: {}, maskId: "holes" + Math.random().toString(36).slice(2) };
  },
  computed: {
    style() { return this.picture.style || "text"; },
    rows() { return (this.picture.cells || []).length; },
    cols() { return this.rows ? this.picture.cells[0].length : 0; },
    discs() { return ["stones", "drop", "hex", "points"].includes(this.style); },
    slope() { return this.style === "hex" ? U / 2 : 0; }, // how far each row is shifted to the right
    topRoom() { return this.style === "drop" ? 60 : 0; },
    hasColumnLabels() { return (this.picture.columnLabels || []).length > 0; },
    hasRowLabels() { return (this.picture.rowLabels || []).length > 0; },
    labelY() { return this.rows * U + (this.style === "drop" ? 42 : 26); },
    box() {
      const left = this.hasRowLabels ? 48 : 14;
      const below = this.hasColumnLabels ? (this.style === "drop" ? 62 : 46) : 14;
      const top = 14 + this.topRoom;
      return [-left, -top, this.cols * U + this.slope * (this.rows - 1) + left + 14, this.rows * U + top + below].join(" ");
    },
    squares() {
      const all = [];
      const places = this.style === "points" && new Set(this.picture.edges.flat().map((q) => q.join()));
      for (let r = 0; r < this.rows; r++)
        for (let c = 0; c < this.cols; c++)
          if (!places || places.has(r + "," + c))
            all.push({ r, c, key: r + "," + c, text: this.picture.cells[r][c], owner: this.picture.owners[r][c], mark: this.picture.marks[r][c], ...this.at(r, c) });
      return all;
    },
    filled() { return this.squares.filter((s) => s.text); },
    lineSquares() { return this.squares.filter((s) => this.isIn(this.picture.line, s)); },
    arrows() { // the best moves, and what the visitor drew with the right button
      const all = [];
      if (!this.selected && !this.held)
        for (const move of this.picture.moves || []) {
          const hint = (this.hints || {})[move.id];
          if (hint && hint.best && move.squares.length > 1) all.push({ key: "h" + move.id, look: "best", d: this.arrow(move.squares[0], move.squares[move.squares.length - 1]) });
        }
      for (const d of this.drawn) if (d.length === 2) all.push({ key: "d" + d, look: "own", d: this.arrow(d[0], d[1]) });
      return all;
    },
    shownHints() {
      const shown = [];
      for (const move of this.picture.moves || []) {
        const hint = (this.hints || {})[move.id];
        if (!hint) continue;
        if (move.squares.length > 1 && (!this.selected || !this.same(move.squares[0], this.selected))) continue;
        const [r, c] = move.squares[move.squares.length - 1];
        const p = this.at(r, c);
        shown.push({ ...hint, id: move.id, x: p.x + 50, y: this.style === "drop" ? -46 : p.y + 50 });
      }
      return shown;
    },
  },
  watch: {
    picture(now, before) {
      this.selected = null;
      this.options = [];
      this.held = null;
      if (before && before.cells && JSON.stringify(before.cells) !== JSON.stringify(now.cells)) {
        this.drawn = [];
        if (now.last.length && window.plytree) window.plytree.sound(this.count(now) < this.count(before));
      }
      this.$nextTick(() => this.animate(now, before));
    },
  },
  methods: {
    at(r, c) { // where a square is drawn; a flipped drop board is seen from behind
      const row = this.flipped && this.style !== "drop" ? this.rows - 1 - r : r;
      return { x: U * (this.flipped ? this.cols - 1 - c : c) + this.slope * row, y: U * row };
    },
    count(picture) { return picture.cells.flat().filter(Boolean).length; },
    hover(event, s) { this.hovered = event.pointerType === "mouse" ? s : null; }, // fingers leave no ghosts
    isHeld(s) { return this.held && this.held.moved && this.held.s.key === s.key; },
    arrow(from, to) {
      const a = this.at(...from), b = this.at(...to), dx = b.x - a.x, dy = b.y - a.y, far = Math.hypot(dx, dy) || 1;
      const ux = dx / far, uy = dy / far, x = b.x + 50 - 22 * ux, y = b.y + 50 - 22 * uy, r = (n) => n.toFixed(1);
      const p = (along, beside) => r(x - along * ux - beside * uy) + " " + r(y - along * uy + beside * ux);
      return `M${p(far - 44, 8)}L${p(34, 8)}L${p(34, 24)}L${p(0, 0)}L${p(34, -24)}L${p(34, -8)}L${p(far - 44, -8)}Z`;
    },
    squareAt(event) {
      const m = this.$refs.svg.getScreenCTM(), p = new DOMPoint(event.clientX, event.clientY).matrixTransform(m.inverse());
      return this.squares.find((s) => p.x >= s.x && p.x < s.x + U && p.y >= s.y && p.y < s.y + U);
    },
    grab(event) {
      const s = this.squareAt(event);
      if (event.button === 2) { this.start = s || null; return; }
      if (!s || !this.active || event.button !== 0) return;
      const moves = (this.picture.moves || []).filter((m) => m.squares.length > 1 && this.same(m.squares[0], [s.r, s.c]));
      if (moves.length) this.held = { s, moves, x: event.clientX, y: event.clientY, dx: 0, dy: 0, moved: false };
    },
    drag(event) {
      const held = this.held;
      if (!held) return;
      const scale = this.$refs.svg.getScreenCTM().a, dx = (event.clientX - held.x) / scale, dy = (event.clientY - held.y) / scale;
      if (!held.moved && Math.hypot(dx, dy) < 14) return;
      if (!held.moved) this.selected = [held.s.r, held.s.c];
      Object.assign(held, { dx, dy, moved: true });
      event.preventDefault();
    },
    release(event) {
      const s = this.squareAt(event);
      if (event.button === 2) {
        if (this.start && s) {
          const mark = this.start.key === s.key ? [[s.r, s.c]] : [[this.start.r, this.start.c], [s.r, s.c]];
          const key = JSON.stringify(mark), kept = this.drawn.filter((d) => JSON.stringify(d) !== key);
          this.drawn = kept.length === this.drawn.length ? [...kept, mark] : kept;
        }
        this.start = null;
        return;
      }
      const held = this.held;
      this.held = null;
      if (!held || !held.moved) return;
      this.dropped = true; // the click that follows is none
      setTimeout(() => { this.dropped = false; }, 0);
      const found = s ? held.moves.filter((m) => this.same(m.squares[m.squares.length - 1], [s.r, s.c])) : [];
      if (found.length === 1) this.send(found[0]);
      else if (found.length) this.ask(found);
      else this.selected = null;
    },
    letGo() { this.held = null; this.selected = null; },
    clicked(s) { if (this.drawn.length && !this.active) this.drawn = []; if (!this.dropped) this.choose(s); },
    ask(moves) { this.options = moves; this.$nextTick(() => this.$refs.chooser?.querySelector("button")?.focus()); },
    chooserKey(event) {
      const buttons = [...this.$refs.chooser.querySelectorAll("button")], at = buttons.indexOf(document.activeElement);
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
      else if (event.key === "Escape") { this.options = []; this.selected = null; }
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    same(a, b) { return a[0] === b[0] && a[1] === b[1]; },
    isIn(list, s) { return (list || []).some((q) => q[0] === s.r && q[1] === s.c); },
    isSelected(s) { return this.selected && this.same(this.selected, [s.r, s.c]); },
    isFocus(s) { return this.focus ? this.same(this.focus, [s.r, s.c]) : s.r === 0 && s.c === 0; },
    keep(key, el) { if (el) this.shapes[key] = el; else delete this.shapes[key]; },
    cross(s) { return `M${s.x + 26} ${s.y + 26}L${s.x + 74} ${s.y + 74}M${s.x + 74} ${s.y + 26}L${s.x + 26} ${s.y + 74}`; },
    glyph(text) { const g = GLYPHS[text.toLowerCase()]; return g ? g + TEXT_FORM : text; },
    hintMark(h) { // up, level, down: readable without colour
      const x = h.x - 22, y = h.y;
      if (h.kind === "win") return `M${x - 9} ${y + 8}L${x} ${y - 9}L${x + 9} ${y + 8}Z`;
      if (h.kind === "loss") return `M${x - 9} ${y - 8}L${x} ${y + 9}L${x + 9} ${y - 8}Z`;
      return `M${x - 9} ${y - 4}H${x + 9}V${y + 4}H${x - 9}Z`;
    },
    candidates(s) { // the legal moves that a click on this square means now
      const here = [s.r, s.c];
      return (this.picture.moves || []).filter((m) => {
        if (m.squares.length === 1) return this.style === "drop" ? m.squares[0][1] === s.c : this.same(m.squares[0], here);
        if (this.selected && this.same(m.squares[0], this.selected)) return this.same(m.squares[m.squares.length - 1], here);
        return this.same(m.squares[0], here);
      });
    },
    ghost(s) {
      if (!this.hovered || this.style === "chess" || this.style === "text") return false;
      return this.candidates(this.hovered).some((m) => m.squares.length === 1 && this.same(m.squares[0], [s.r, s.c]));
    },
    dot(s) {
      if (this.style === "drop") return false;
      return (this.picture.moves || []).some((m) => m.squares.length === 1 ? this.same(m.squares[0], [s.r, s.c])
        : this.selected && this.same(m.squares[0], this.selected) && this.same(m.squares[m.squares.length - 1], [s.r, s.c]));
    },
    choose(s) {
      if (!this.active) return;
      const found = this.candidates(s);
      const starts = found.filter((m) => m.squares.length > 1 && this.same(m.squares[0], [s.r, s.c]));
      if (starts.length) { this.selected = this.isSelected(s) ? null : [s.r, s.c]; return; }
      this.selected = found.length ? this.selected : null;
      if (found.length === 1) this.send(found[0]);
      else this.ask(found);
    },
    send(move) { this.options = []; this.hovered = null; this.$emit("move", move.id); },
    named(s) { // a man in words
      if (!s.text) return "empty";
      const who = ["White", "Black"][s.owner], man = NAMES[s.text.toLowerCase()];
      return this.style === "chess" && man ? `${who} ${man}` : s.text;
    },
    spoken(s) {
      const column = (this.picture.columnLabels || [])[s.c] || s.c + 1, row = (this.picture.rowLabels || [])[s.r] || s.r + 1;
      const can = this.active && this.candidates(s).length ? ", can be played" : "";
      return `column ${column}, row ${row}: ${this.named(s)}${can}`;
    },
    key(event, s) {
      const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
      if (event.key in steps) {
        const sign = this.flipped ? -1 : 1;
        const dr = steps[event.key][0] * (this.style === "drop" ? 1 : sign), dc = steps[event.key][1] * sign;
        const r = Math.min(Math.max(s.r + dr, 0), this.rows - 1), c = Math.min(Math.max(s.c + dc, 0), this.cols - 1);
        this.focus = [r, c];
        const target = this.$el.querySelector(`[data-square="${r},${c}"]`);
        if (target) target.focus();
      } else if (event.key === "Enter" || event.key === " ") this.choose(s);
      else if (event.key === "Escape") { this.selected = null; this.options = []; }
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    animate(now, before) { // let the last stone fall, or the last piece travel
      if (!before || !before.cells || !now.last.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      if (now.cells.length !== before.cells.length || now.cells[0].length !== before.cells[0].length) return;
      const [r, c] = now.last[now.last.length - 1];
      if (now.cells[r][c] === before.cells[r][c]) return;
      const shape = this.shapes[r + "," + c];
      if (!shape || !shape.animate) return;
      const to = this.at(r, c);
      if (now.style === "drop") {
        const height = to.y + 150;
        shape.animate([{ transform: `translateY(${-height}px)`, easing: "cubic-bezier(.55,0,.9,.6)" },
          { transform: "none", offset: 0.75, easing: "ease-out" }, { transform: "translateY(-14px)", offset: 0.87, easing: "ease-in" },
          { transform: "none" }], { duration: 180 + height * 0.55 });
      } else if (now.last.length > 1) {
        const from = this.at(...now.last[0]);
        shape.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], { duration: 180, easing: "ease-out" });
      } else shape.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 140 });
    },
  },
};
