// Turns slides by keyboard, click or touch. A slide with frames shows them one after the other first.
"use strict";
(() => {
  const deck = document.querySelector(".deck"), slides = [...deck.querySelectorAll(".slide")];
  let now = Math.min(slides.length - 1, Math.max(0, (parseInt(location.hash.slice(1)) || 1) - 1)), timer = 0;
  const frames = slide => [...slide.querySelectorAll(".frame")];
  const frame = slide => frames(slide).findIndex(f => f.classList.contains("now"));
  const showFrame = (slide, index) => frames(slide).forEach((f, i) => f.classList.toggle("now", i === index));
  const show = (index, last) => {
    stop();
    now = Math.min(slides.length - 1, Math.max(0, index));
    slides.forEach((s, i) => s.classList.toggle("now", i === now));
    if (frames(slides[now]).length) showFrame(slides[now], last ? frames(slides[now]).length - 1 : 0);
    history.replaceState(null, "", "#" + (now + 1));
    const live = slides[now].querySelector("iframe[data-src]");
    if (live && !live.src) live.src = live.dataset.src;
  };
  const next = () => {
    const f = frames(slides[now]), at = frame(slides[now]);
    if (f.length && at < f.length - 1) showFrame(slides[now], at + 1); else if (now < slides.length - 1) show(now + 1);
  };
  const back = () => {
    const at = frame(slides[now]);
    if (at > 0) showFrame(slides[now], at - 1); else if (now > 0) show(now - 1, true);
  };
  const stop = () => { clearInterval(timer); timer = 0; };
  const run = () => {
    if (timer) return stop();
    timer = setInterval(() => { const f = frames(slides[now]), at = frame(slides[now]); at < f.length - 1 ? showFrame(slides[now], at + 1) : stop(); }, 1200);
  };
  const fit = () => {
    const scale = Math.min(innerWidth / 1280, innerHeight / 720);
    deck.style.transform = `scale(${scale}) translate(-50%, -50%)`;
  };
  addEventListener("keydown", e => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const act = { ArrowRight: next, " ": next, PageDown: next, Enter: next, ArrowLeft: back, PageUp: back, Backspace: back,
      ArrowDown: () => show(now + 1), ArrowUp: () => show(now - 1), Home: () => show(0), End: () => show(slides.length - 1),
      p: run, n: () => deck.classList.toggle("notes"), f: () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen() }[e.key];
    if (act) { e.preventDefault(); act(); }
  });
  let x = null;
  addEventListener("touchstart", e => { x = e.changedTouches[0].clientX; });
  addEventListener("touchend", e => { const d = e.changedTouches[0].clientX - x; if (Math.abs(d) > 50) d < 0 ? next() : back(); });
  addEventListener("hashchange", () => { const wanted = (parseInt(location.hash.slice(1)) || 1) - 1; if (wanted !== now) show(wanted); });
  addEventListener("resize", fit);
  fit();
  show(now);
})();
