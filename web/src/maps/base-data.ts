import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import fineUrl from 'world-atlas/countries-10m.json?url';
import coarseUrl from 'world-atlas/countries-50m.json?url';
import { unwrapLand, unwrapLine } from './antimeridian.ts';
import { isSettled } from './borders.ts';
import countriesUrl from './data/countries.json?url';
import townsUrl from './data/towns.json?url';
import watersUrl from './data/waters.json?url';

/** Files of the bundled map: files of our own, fetched when a map first needs them and kept for the page. */
export interface Atlas {
  readonly land: GeoJSON.GeoJSON;
  readonly borders: GeoJSON.Feature<GeoJSON.MultiLineString>;
}
type CountryShape = GeometryObject<{ name?: string }>;
type AtlasFile = Topology<{ countries: GeometryCollection<{ name?: string }>; land: GeometryCollection }>;

/** In the Crimea the land has one border too many, whoever draws it. */
const isCrimean = (line: GeoJSON.Position[]): boolean =>
  line.every(([x = 0, y = 0]) => x > 32 && x < 36.7 && y > 44 && y < 46.6);

function atlasOf(file: AtlasFile): Atlas {
  const drawn = mesh(
    file,
    file.objects.countries,
    (a, b) => a !== b && isSettled(a as CountryShape, b as CountryShape),
  );
  const land = feature(file, file.objects.land);
  return {
    land: { ...land, features: land.features.map((each) => ({ ...each, geometry: unwrapLand(each.geometry) })) },
    borders: {
      type: 'Feature',
      properties: {},
      geometry: { ...drawn, coordinates: drawn.coordinates.filter((line) => !isCrimean(line)).map(unwrapLine) },
    },
  };
}

/** Asks once; what failed is asked again by the next map. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= load().catch((error: unknown) => {
      answer = null;
      throw error;
    });
    return answer;
  };
}

async function fetched<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as T;
}

/** Coasts and borders at 1:50,000,000: enough for a country in view. */
export const coarseAtlas = once(async () => atlasOf(await fetched<AtlasFile>(coarseUrl)));
/** The same at 1:10,000,000: a megabyte more on the way, so only for a view that shows the difference. */
export const fineAtlas = once(async () => atlasOf(await fetched<AtlasFile>(fineUrl)));

type PointsFile = GeoJSON.FeatureCollection<GeoJSON.Point, { readonly code: string; readonly rank: number }>;
const countryPoints = once(() => fetched<PointsFile>(countriesUrl));

/** Where the names of countries stand, in the words of the browser for that language. */
export async function namedCountries(language: string): Promise<GeoJSON.FeatureCollection> {
  const file = await countryPoints();
  const words = new Intl.DisplayNames([language], { type: 'region', style: 'short' });
  return {
    type: 'FeatureCollection',
    features: file.features.map((each) => ({
      ...each,
      properties: { ...each.properties, name: words.of(each.properties.code) ?? each.properties.code },
    })),
  };
}

const absolute = (url: string): string => new URL(url, location.href).href;
export const addresses = { towns: absolute(townsUrl), waters: absolute(watersUrl) };
