/**
 * Surveys of a master, whatever it is drawn as. Invariant: a collection is looked at with the geometry that was in force when it
 * was measured, and counts from a baseline of the same geometry alone.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { StandIn } from '@plumbline/contract/views/masters';
import { instantsOf, iso } from '../../readings/readings/readings.query.api.ts';
import type { Made, Measured } from './logic/made.ts';
import {
  type Collection,
  collectionOf,
  collectionTime,
  type MasterReads,
  measuredOver,
  type Question,
  reachOf,
  requireMade,
  silentOf,
  standInsOf,
} from './masters.members.service.ts';

/** How a kind of drawing sees a master: its shape, and the fields of each member that count. */
export interface Drawing<Shape> {
  /** Throws badInput where the settings of that time make no such shape. */
  shapeOf(made: Made): Shape;
  keysOf(shape: Shape, made: Made): readonly (readonly string[])[];
}

/** Geometry of a master in a stretch of time. */
export interface Geometry<Shape> {
  readonly made: Made;
  readonly shape: Shape;
  readonly keys: readonly (readonly string[])[];
}

export interface Surveyed<Shape> {
  readonly requestedAt: string;
  readonly at: string | null;
  readonly silent: number[];
  readonly standIns: StandIn[];
  readonly geometry: Geometry<Shape>;
  readonly measured: readonly Measured[];
  readonly collection: Collection;
}

interface SurveysQuestion extends Question {
  readonly toleranceSeconds?: number | undefined;
}

export class Surveys<Shape> {
  readonly #context: MasterReads;
  readonly #question: SurveysQuestion;
  readonly #drawing: Drawing<Shape>;
  readonly #versions: readonly Made[];
  /** Made when first asked for: settings of a time that nobody looks at may well be wrong. */
  readonly #geometries = new Map<Made, Geometry<Shape>>();

  private constructor(
    context: MasterReads,
    question: SurveysQuestion,
    drawing: Drawing<Shape>,
    versions: readonly Made[],
  ) {
    this.#context = context;
    this.#question = question;
    this.#drawing = drawing;
    this.#versions = versions;
  }

  /** Throws badInput where the point is no master. */
  static async open<Shape>(
    context: MasterReads,
    question: SurveysQuestion,
    drawing: Drawing<Shape>,
  ): Promise<Surveys<Shape>> {
    return new Surveys(context, question, drawing, await requireMade(context, question));
  }

  /** What was in force at a time. */
  geometryAt(atMs: number): Geometry<Shape> {
    return this.#geometryOf(this.#versions.find(({ toMs }) => atMs < toMs) ?? elementAt(this.#versions, -1));
  }

  #geometryOf(version: Made): Geometry<Shape> {
    const cached = this.#geometries.get(version);
    if (cached) return cached;
    const shape = this.#drawing.shapeOf(version);
    const geometry = { made: version, shape, keys: this.#drawing.keysOf(shape, version) };
    this.#geometries.set(version, geometry);
    return geometry;
  }

  /** The collection nearest to a time, of whichever geometry; without one, what was in force then. */
  async at(atMs: number): Promise<Surveyed<Shape>> {
    let nearest: { atMs: number; survey: Surveyed<Shape> } | null = null;
    for (const version of this.#versions) {
      const { toleranceMs, reachMs } = reachOf(version, this.#question.toleranceSeconds);
      if (atMs + toleranceMs < version.fromMs || atMs - toleranceMs >= version.toMs) continue;
      const geometry = this.#geometryOf(version);
      const measured = await this.over(geometry, atMs - reachMs, atMs + reachMs);
      const foundMs = collectionTime(measured, atMs, toleranceMs);
      if (foundMs === null || (nearest && Math.abs(nearest.atMs - atMs) <= Math.abs(foundMs - atMs))) continue;
      const collection = collectionOf(measured, foundMs);
      nearest = {
        atMs: foundMs,
        survey: {
          requestedAt: iso(atMs),
          at: iso(foundMs),
          silent: silentOf(version, measured, collection),
          standIns: standInsOf(version, measured, collection),
          geometry,
          measured,
          collection,
        },
      };
    }
    return nearest?.survey ?? this.#without(atMs);
  }

  #without(atMs: number): Surveyed<Shape> {
    const geometry = this.geometryAt(atMs);
    const { members } = geometry.made;
    return {
      requestedAt: iso(atMs),
      at: null,
      silent: members.map(({ point }) => point.id),
      standIns: [],
      geometry,
      measured: members.map(({ shown }, i) => noReadings(elementAt(geometry.keys, i), shown.facts.intervalSeconds)),
      collection: members.map(() => null),
    };
  }

  /** What the members of a geometry measured over a span, within its time. */
  async over(
    { made, keys }: Pick<Geometry<Shape>, 'made' | 'keys'>,
    fromMs: number,
    toMs: number,
  ): Promise<Measured[]> {
    const span = [Math.max(fromMs, made.fromMs), Math.min(toMs, made.toMs - 1)] as const;
    return await measuredOver(this.#context, made, keys, this.#question, span);
  }

  /** The surveys of the times asked for, and the baseline, with the geometries that they were measured with, oldest first. */
  async all(times: readonly string[], baseline: string | null) {
    const from = baseline === null ? null : await this.at(Date.parse(baseline));
    const surveys: Surveyed<Shape>[] = [];
    for (const atMs of instantsOf(times)) surveys.push(await this.at(atMs));
    const used = new Set([...surveys, ...(from ? [from] : [])].map(({ geometry }) => geometry));
    const geometries = [...used].sort((a, b) => a.made.fromMs - b.made.fromMs);
    return { baseline: from, surveys, geometries };
  }
}

const noReadings = (keys: readonly string[], intervalSeconds: number): Measured => ({
  times: new Float64Array(),
  now: keys.map(() => new Float64Array()),
  moved: keys.map(() => new Float64Array()),
  halfMs: intervalSeconds * 500,
});

/** When a geometry held, as answers say it. */
export const timesOf = ({ made: { fromMs, toMs } }: { readonly made: Made }) => ({
  fromAt: Number.isFinite(fromMs) ? iso(fromMs) : null,
  toAt: Number.isFinite(toMs) ? iso(toMs) : null,
});
