/** GeoJSON (RFC 7946) as a drawing. Longitude first, degrees of WGS 84; another system is refused by its name. */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Drawing, DrawingBuilder, type GivenPosition } from './drawing.ts';

type Members = Readonly<Record<string, unknown>>;

/** Collections in collections: no file of a site needs more. */
const maxDepth = 8;
const names = ['name', 'Name', 'NAME', 'title', 'label', 'text', 'Text'];
const heights = ['elevation', 'Elevation', 'ELEVATION', 'elev', 'ELEV', 'ele', 'contour', 'CONTOUR', 'height_m', 'z'];
/** The names under which the older standard of 2008 says degrees, longitude first. CGCS2000 is within centimetres. */
const degrees = /CRS84|EPSG:{1,2}(?:4326|4490|4258)$|^urn:ogc:def:crs:OGC:/i;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const positions = (value: unknown): GivenPosition[] => listOf(value).map(listOf);
const firstOf = (properties: Members, keys: readonly string[]): unknown =>
  keys.map((key) => properties[key]).find((value) => value !== undefined && value !== null);

/** Throws fileDamaged for what is no GeoJSON, layerCoordinates for another system than degrees. */
export function readGeoJson(text: string): Drawing {
  const file = parsed(text);
  const system = isMembers(file['crs']) ? file['crs']['properties'] : undefined;
  const systemName = isMembers(system) ? system['name'] : undefined;
  if (typeof systemName === 'string' && !degrees.test(systemName))
    throw new Failure('layerCoordinates', { fault: 'system', system: systemName.slice(0, 60) });
  const builder = new DrawingBuilder();
  addObject(builder, file, {}, 0);
  return builder.finish();
}

function parsed(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Failure('fileDamaged', { fault: 'json' });
  }
  if (!isMembers(value) || typeof value['type'] !== 'string') throw new Failure('fileDamaged', { fault: 'geojson' });
  return value;
}

/** A collection, a feature or a geometry, with the properties of the feature that it is in. */
function addObject(builder: DrawingBuilder, value: unknown, properties: Members, depth: number): void {
  if (!isMembers(value) || depth > maxDepth) {
    builder.skip();
    return;
  }
  const { type } = value;
  if (type === 'FeatureCollection')
    for (const each of listOf(value['features'])) addObject(builder, each, properties, depth + 1);
  else if (type === 'Feature')
    addObject(builder, value['geometry'], isMembers(value['properties']) ? value['properties'] : {}, depth + 1);
  else if (type === 'GeometryCollection')
    for (const each of listOf(value['geometries'])) addObject(builder, each, properties, depth + 1);
  else addGeometry(builder, type, value['coordinates'], properties);
}

function addGeometry(builder: DrawingBuilder, type: unknown, coordinates: unknown, properties: Members): void {
  const [name, elevation] = [firstOf(properties, names), firstOf(properties, heights)];
  const add = (shape: 'Point' | 'LineString' | 'Polygon', lines: readonly (readonly GivenPosition[])[]): void =>
    builder.add(shape, lines, name, elevation);
  if (type === 'Point') add('Point', [[listOf(coordinates)]]);
  else if (type === 'MultiPoint') for (const each of positions(coordinates)) add('Point', [[each]]);
  else if (type === 'LineString') add('LineString', [positions(coordinates)]);
  else if (type === 'MultiLineString') for (const each of listOf(coordinates)) add('LineString', [positions(each)]);
  else if (type === 'Polygon') add('Polygon', listOf(coordinates).map(positions));
  else if (type === 'MultiPolygon') for (const each of listOf(coordinates)) add('Polygon', listOf(each).map(positions));
  else builder.skip();
}
