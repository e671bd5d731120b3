// @ts-check
// Black's chance to win over the game; a slider for the move shown.

import {svg} from './dom.js';
import {listed, t} from './language.js';
import {judgementOf, mainAncestor, moveLabel} from './tree.js';

const graphMargin = {left: 40, right: 10, top: 10, bottom: 22};

export class Graph {
  /** @param {SVGSVGElement} element @param {(ply: number) => void} onPly */
  constructor(element, onPly) {
    this.element = element;
    /** @type {ShownGame} */
    this.game;
    /** @type {(node: GameNode) => boolean} */
    this.isMarked;
    /** @type {GameNode | undefined} */
    this.node;
    /** @type {SVGElement | undefined} */
    this.cursor;
    this.dot = svg('circle', {class: 'cursor-dot', r: 5});
    this.width = this.height = 0;
    /** @param {PointerEvent} event */
    const pick = (event) => onPly(this.plyAt(event.clientX));
    element.addEventListener('pointerdown', (event) => {
      element.setPointerCapture(event.pointerId);
      pick(event);
    });
    element.addEventListener('pointermove', (event) => {
      if (element.hasPointerCapture(event.pointerId)) pick(event);
    });
    new ResizeObserver(() => this.draw()).observe(element);
  }

  /** @param {ShownGame} game @param {(node: GameNode) => boolean} marks */
  show(game, marks) {
    this.game = game;
    this.isMarked = marks;
    this.draw();
  }

  /** @param {number} ply */
  x(ply) {
    const plies = Math.max(1, this.game.main.length - 1);
    return graphMargin.left + ply / plies * (this.width - graphMargin.left - graphMargin.right);
  }

  /** @param {number} chance */
  y(chance) {
    return graphMargin.top + (100 - chance) / 100 * (this.height - graphMargin.top - graphMargin.bottom);
  }

  /** @param {number} clientX */
  plyAt(clientX) {
    const box = this.element.getBoundingClientRect();
    const x = (clientX - box.left) / box.width * this.width;
    const share = (x - graphMargin.left) / (this.width - graphMargin.left - graphMargin.right);
    const last = this.game.main.length - 1;
    return Math.min(last, Math.max(0, Math.round(share * last)));
  }

  draw() {
    if (!this.game || !this.game.hasGraph || this.element.clientWidth === 0) return;
    this.width = this.element.clientWidth;
    this.height = this.element.clientHeight;
    this.element.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    this.cursor = svg('path', {class: 'cursor'});
    this.element.replaceChildren(...this.axes(), ...this.stretches(), this.cursor, ...this.marks(), this.dot);
    if (this.node) this.moveCursor(this.node);
  }

  axes() {
    const right = this.width - graphMargin.right;
    const lines = [0, 50, 100].flatMap(
      (chance) =>
        [svg('path',
           {class: chance === 50 ? 'axis middle' : 'axis', d: `M${graphMargin.left} ${this.y(chance)}H${right}`}),
          svg('text', {x: graphMargin.left - 6, y: this.y(chance) + 4, 'text-anchor': 'end'}, `${chance}%`)]);
    const last = this.game.main.length - 1;
    const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
    const step = steps.find((s) => this.width / (last / s) > 40) || last;
    for (let ply = 0; ply <= last; ply += step) {
      lines.push(svg('text', {x: this.x(ply), y: this.height - 6, 'text-anchor': 'middle'}, `${ply}`));
    }
    return lines;
  }

  // The runs of plies that have an evaluation, each as an area and a line.
  stretches() {
    /** @type {SVGElement[]} */
    const shapes = [];
    /** @type {GameNode[]} */
    let run = [];
    const finish = () => {
      if (run.length > 0) {
        const line = run.map((node) => `${this.x(node.ply)} ${this.y(node.chance ?? 50)}`).join('L');
        const [first, last] = [run[0], run[run.length - 1]];
        shapes.push(
          svg('path',
            {class: 'area', d: `M${this.x(first.ply)} ${this.y(50)}L${line}L${this.x(last.ply)} ${this.y(50)}Z`}),
          svg('path', {class: 'line', d: `M${line}${run.length === 1 ? 'h0' : ''}`}));
      }
      run = [];
    };
    for (const node of this.game.main) {
      if (node.chance === undefined) finish();
      else run.push(node);
    }
    finish();
    return shapes;
  }

  marks() {
    return this.game.main.filter((node) => node.chance !== undefined && this.isMarked(node)).map((node) =>
      svg('circle', {class: `mark ${judgementOf(node)}`, cx: this.x(node.ply), cy: this.y(node.chance ?? 50), r: 4},
          svg('title', {}, moveLabel(node))));
  }

  /** @param {GameNode} node */
  moveCursor(node) {
    this.node = node;
    const place = mainAncestor(node);
    const {element} = this;
    element.setAttribute('aria-valuemin', '0');
    element.setAttribute('aria-valuemax', `${this.game.main.length - 1}`);
    element.setAttribute('aria-valuenow', `${place.ply}`);
    const chance = place.chance === undefined ? [] : [t("Black's chance {n} %", {n: Math.round(place.chance)})];
    element.setAttribute('aria-valuetext', listed([place.text ? moveLabel(place) : t('Start'), ...chance]));
    if (!this.cursor) return;
    const x = this.x(place.ply);
    this.cursor.setAttribute('d', `M${x} ${this.y(0)}V${this.y(100)}`);
    this.dot.setAttribute('cx', `${x}`);
    this.dot.setAttribute('cy', `${this.y(place.chance ?? 50)}`);
    this.dot.classList.toggle('off', place.chance === undefined);
  }
}
