/**
 * KML (OGC 12-007r2) as a drawing: placemarks with their places, lines, areas, tracks and names. Invariant: what leads elsewhere
 * (network links, overlays, icons, styles by address) is counted and left behind, descriptions are not read at all.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Drawing, DrawingBuilder, type GivenPosition } from './drawing.ts';
import { readXml } from './xml.ts';

const links = new Set(['NetworkLink', 'GroundOverlay', 'ScreenOverlay', 'PhotoOverlay', 'Model', 'href', 'styleUrl']);
const texts = new Set(['name', 'coordinates', 'coord', 'SimpleData', 'value', 'styleUrl', 'href']);

interface Geometry {
  readonly type: 'Point' | 'LineString' | 'Polygon';
  readonly lines: GivenPosition[][];
}

/** What a placemark has said of itself so far. */
class Placemark {
  name = '';
  readonly geometries: Geometry[] = [];
  /** The path of the elements that are open within it. */
  readonly path: string[] = [];
  polygon: GivenPosition[][] | null = null;
  track: GivenPosition[] | null = null;
}

/** `114.3,30.6,12 114.4,30.7`, and with blanks after the commas as some programs write them. */
function positionsOf(text: string): GivenPosition[] {
  const tuples = text
    .replace(/\s*,\s*/g, ',')
    .trim()
    .split(/\s+/);
  return tuples.filter(Boolean).map((tuple) => tuple.split(',').map(numberOf));
}
const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text));

/** Throws fileDamaged for what is no KML. */
export function readKml(source: string): Drawing {
  const builder = new DrawingBuilder();
  let placemark: Placemark | null = null;
  let depth = 0;
  let text: string | null = null;
  for (const piece of readXml(source.replace(/^\uFEFF/, ''))) {
    if (piece.kind === 'text') {
      if (text !== null) text += piece.text;
      continue;
    }
    if (piece.kind === 'open') {
      if (depth === 0 && piece.name !== 'kml') throw new Failure('fileDamaged', { fault: 'kml' });
      depth += 1;
      if (texts.has(piece.name)) text = '';
      if (links.has(piece.name) && piece.name !== 'styleUrl' && piece.name !== 'href') builder.dropLink();
      if (piece.name === 'Placemark') placemark = new Placemark();
      else if (placemark) openWithin(placemark, piece.name);
      continue;
    }
    depth -= 1;
    if (isAddress(piece.name, text)) builder.dropLink();
    if (piece.name === 'Placemark' && placemark) {
      finishPlacemark(builder, placemark);
      placemark = null;
    } else if (placemark) closeWithin(placemark, piece.name, text ?? '');
    if (texts.has(piece.name)) text = null;
  }
  return builder.finish();
}

/** An icon or a style that lies elsewhere; `#road` is one of the file itself. */
const isAddress = (element: string, text: string | null): boolean =>
  (element === 'href' || element === 'styleUrl') && text !== null && text.trim() !== '' && !text.trim().startsWith('#');

function openWithin(placemark: Placemark, name: string): void {
  placemark.path.push(name);
  if (name === 'Polygon') placemark.polygon = [];
  if (name === 'Track') placemark.track = [];
}

function closeWithin(placemark: Placemark, name: string, text: string): void {
  placemark.path.pop();
  const { path, polygon, track, geometries } = placemark;
  if (name === 'name' && path.length === 0) placemark.name = text;
  else if (name === 'coordinates') {
    const positions = positionsOf(text);
    const parent = path.at(-1);
    if (polygon) {
      // The outline comes first, wherever the file has it.
      if (path.includes('innerBoundaryIs')) polygon.push(positions);
      else polygon.unshift(positions);
    } else if (parent === 'Point') geometries.push({ type: 'Point', lines: [positions] });
    else if (parent === 'LinearRing') geometries.push({ type: 'LineString', lines: [positions] });
    else geometries.push({ type: 'LineString', lines: [positions] });
  } else if (name === 'coord' && track) track.push(text.trim().split(/\s+/).map(numberOf));
  else if (name === 'Polygon' && polygon) {
    geometries.push({ type: 'Polygon', lines: polygon });
    placemark.polygon = null;
  } else if (name === 'Track' && track) {
    geometries.push({ type: 'LineString', lines: [track] });
    placemark.track = null;
  }
}

function finishPlacemark(builder: DrawingBuilder, { name, geometries }: Placemark): void {
  if (geometries.length === 0) builder.skip();
  for (const { type, lines } of geometries) builder.add(type, lines, name, null);
}
