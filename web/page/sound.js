// @ts-check
// The click of a piece on the board, if the reader wants it: a short knock on wood, made here.

import {settings} from './settings.js';

/** @type {AudioContext | null} */
let audio = null;

/** One piece is put down. */
export function knock() {
  if (!settings.sound) return;
  audio = audio || new AudioContext();
  const now = audio.currentTime, length = 0.09;
  const tone = audio.createOscillator(), volume = audio.createGain();
  tone.frequency.setValueAtTime(900, now);
  tone.frequency.exponentialRampToValueAtTime(180, now + length);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + length);
}
