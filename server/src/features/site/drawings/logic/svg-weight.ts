/**
 * How much a drawing draws, where parts of it are drawn again by reference: a file of a few lines may stand for more than any
 * browser draws. Pure.
 */
import { Failure } from '@plumbline/contract/kernel/errors';

/** An element: what is in it, and the ids of what it draws beside that. */
export interface Part {
  readonly name: string;
  readonly classes: readonly string[];
  readonly parts: Part[];
  readonly references: string[];
  /** Ends and corners of its lines, where markers are drawn. */
  readonly vertices: number;
}

/** Deeper than this neither groups nor references lead in a drawing of a person. */
const maxDepth = 200;

const refused = (fault: string, limit: number) => new Failure('drawingRefused', { fault, limit });

interface Weighed {
  readonly weight: number;
  /** With those of what is in it: a marker that a group sets is drawn at all of them. */
  readonly vertices: number;
}

/** Throws drawingRefused where a drawing draws itself, or more than `limit` elements. */
export function checkWeight(root: Part, byId: ReadonlyMap<string, Part>, limit: number): void {
  const weighed = new Map<Part, Weighed>();
  const open = new Set<Part>();
  const weigh = (part: Part, depth: number): Weighed => {
    const cached = weighed.get(part);
    if (cached) return cached;
    if (open.has(part)) throw refused('circular', limit);
    if (depth > maxDepth) throw refused('tooDetailed', limit);
    open.add(part);
    let { vertices } = part;
    let weight = 1;
    for (const inner of part.parts) {
      const own = weigh(inner, depth + 1);
      weight += own.weight;
      vertices += own.vertices;
    }
    for (const id of part.references) {
      const target = byId.get(id);
      if (!target) continue;
      const drawn = weigh(target, depth + 1);
      if (target.name === 'marker') weight += drawn.weight * Math.max(1, vertices);
      else {
        weight += drawn.weight;
        vertices += drawn.vertices;
      }
    }
    if (weight > limit) throw refused('tooDetailed', limit);
    open.delete(part);
    const result = { weight, vertices };
    weighed.set(part, result);
    return result;
  };
  weigh(root, 0);
}
