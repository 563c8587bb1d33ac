/**
 * An SVG as what draws of it. Invariant: what comes out holds the elements and attributes of `svg-names.ts` alone, written
 * anew; it refers to nothing but itself and to pictures that it holds; it draws no more than a browser bears.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import { drawingLimits } from '@plumbline/contract/site/drawings';
import sax, { type QualifiedTag } from 'sax';
import { cleanAttributes, type ReadAttribute } from './svg-attributes.ts';
import { drawn, silent, textual, transparent } from './svg-names.ts';
import { sizeOf } from './svg-size.ts';
import { classesOf, type Rule, readSheet } from './svg-style.ts';
import { checkWeight, type Part } from './svg-weight.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const maxDepth = 100;

export interface CleanSvg {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Parts that were not taken, of those that would have done or drawn something. */
  readonly leftOut: number;
  readonly isThemed: boolean;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`).replace(/[^\P{Cc}\t\n\r]/gu, '');

/** What is known of a drawing while it is read. */
class Reading {
  /** Written one after the other; a sheet is written at the end, where what it refers to is known. */
  readonly #out: (string | readonly Rule[])[] = [];
  readonly #byId = new Map<string, Part>();
  readonly #byClass = new Map<string, Part[]>();
  readonly #open: { readonly part: Part; readonly written: string | null }[] = [];
  #root: { readonly part: Part; readonly attributes: readonly ReadAttribute[] } | null = null;
  #elements = 0;
  #depth = 0;
  /** Elements that are open within one that is left out, with it. */
  #skipped = 0;
  #sheet: string | null = null;
  leftOut = 0;

  open({ local, uri, attributes }: QualifiedTag): void {
    if (++this.#depth > maxDepth)
      throw new Failure('drawingRefused', { fault: 'tooDetailed', limit: drawingLimits.svgElements });
    if (++this.#elements > drawingLimits.svgElements)
      throw new Failure('drawingRefused', { fault: 'tooDetailed', limit: drawingLimits.svgElements });
    const isOwn = uri === svgNamespace || uri === '';
    if (!this.#root && (local !== 'svg' || !isOwn)) throw new Failure('fileDamaged', { fault: 'svg' });
    if (this.#skipped > 0 || !isOwn || !(drawn.has(local) || transparent.has(local))) {
      if (this.#skipped === 0 && isOwn && !silent.has(local)) this.leftOut++;
      this.#skipped++;
      return;
    }
    this.#take(transparent.has(local) ? 'g' : local, attributes);
  }

  #take(name: string, attributes: QualifiedTag['attributes']): void {
    const read = cleanAttributes(name, attributes);
    this.leftOut += read.leftOut;
    const part: Part = {
      name,
      classes: read.classes,
      parts: [],
      references: [...read.references],
      vertices: read.vertices,
    };
    if (read.id !== null && !this.#byId.has(read.id)) this.#byId.set(read.id, part);
    for (const each of read.classes) this.#byClass.set(each, [...(this.#byClass.get(each) ?? []), part]);
    this.#open.at(-1)?.part.parts.push(part);
    if (name === 'style') {
      this.#sheet = '';
      this.#open.push({ part, written: null });
      return;
    }
    const isRoot = this.#root === null;
    this.#root ??= {
      part,
      attributes: Object.values(attributes).map(({ name: attribute, value }) => ({ name: attribute, value })),
    };
    this.#open.push({ part, written: name });
    const ownAttributes = isRoot
      ? read.attributes.filter((each) => !/^(x|y|width|height|viewBox|preserveAspectRatio)$/.test(each.name))
      : read.attributes;
    const text = ownAttributes.map((each) => ` ${each.name}="${escaped(each.value)}"`).join('');
    this.#out.push(isRoot ? text : `<${name}${text}>`);
  }

  text(text: string): void {
    if (this.#skipped > 0) return;
    if (this.#sheet !== null) this.#sheet += text;
    else if (textual.has(this.#open.at(-1)?.part.name ?? '')) this.#out.push(escaped(text));
  }

  close(): void {
    this.#depth--;
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    const ended = this.#open.pop();
    if (this.#sheet !== null) {
      const { rules, leftOut } = readSheet(this.#sheet);
      this.leftOut += leftOut;
      this.#out.push(rules);
      this.#sheet = null;
    } else if (ended?.written) this.#out.push(`</${ended.written}>`);
  }

  /** The drawing anew. Throws drawingRefused. */
  end(): CleanSvg {
    if (!this.#root) throw new Failure('fileDamaged', { fault: 'svg' });
    const { viewBox, width, height } = sizeOf(this.#root.attributes);
    const body = this.#out.map((each) => (typeof each === 'string' ? each : this.#written(each)));
    checkWeight(this.#root.part, this.#byId, drawingLimits.svgDrawn);
    const [attributes = '', ...parts] = body;
    const text = `<svg xmlns="${svgNamespace}" viewBox="${viewBox.join(' ')}" width="${width}" height="${height}"${attributes}>${parts.join('')}`;
    const isThemed = [...this.#byClass.keys()].some((name) => name.startsWith('pl-'));
    return { text, width, height, leftOut: this.leftOut, isThemed };
  }

  /** A sheet as it is written. What a rule draws with counts for every element of its classes; of other rules only gradients are taken. */
  #written(rules: readonly Rule[]): string {
    const texts = rules.map(({ selector, declarations }) => {
      const classes = classesOf(selector);
      const localDeclarations = declarations.filter(({ reference }) => {
        if (reference === null) return true;
        for (const part of (classes ?? []).flatMap((each) => this.#byClass.get(each) ?? []))
          part.references.push(reference);
        const isAllowed = classes !== null || /Gradient$/.test(this.#byId.get(reference)?.name ?? '');
        if (!isAllowed) this.leftOut++;
        return isAllowed;
      });
      return localDeclarations.length > 0 ? `${selector}{${localDeclarations.map(({ text }) => text).join(';')}}` : '';
    });
    return `<style>${texts.filter(Boolean).map(escaped).join('')}</style>`;
  }
}

/** Throws fileDamaged where it is no XML or no SVG, drawingRefused where it declares entities, draws itself or draws too much. */
export function cleanSvg(text: string): CleanSvg {
  const parser = sax.parser(true, { xmlns: true, position: false });
  const reading = new Reading();
  parser.onerror = () => {
    throw new Failure('fileDamaged', { fault: 'xml' });
  };
  parser.ondoctype = (doctype) => {
    if (doctype.includes('[') || /<!ENTITY/i.test(doctype)) throw new Failure('drawingRefused', { fault: 'entities' });
  };
  parser.onopentag = (tag) => reading.open(tag as QualifiedTag);
  parser.ontext = (piece) => reading.text(piece);
  parser.oncdata = (piece) => reading.text(piece);
  parser.onclosetag = () => reading.close();
  parser.write(text).close();
  return reading.end();
}
