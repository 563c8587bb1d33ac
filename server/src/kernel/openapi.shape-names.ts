/** Shapes that stand more than once in the document stand once among its components, and are referred to. */

export type JsonSchema = { [key: string]: unknown };

/** The name at the end of `#/components/schemas/...` or `#/$defs/...`. */
export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** From this length of its text on a shape is worth a component of its own. */
const worthLetters = 80;
/** About the length of a reference to one. */
const refLetters = 45;
/** What a place says of a shape, not the shape of itself. */
const ofPlace: ReadonlySet<string> = new Set(['description', 'default', 'example']);

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const plain = (name: string) => name.replace(/[^A-Za-z0-9]/g, '') || 'Shape';

function split(schema: JsonSchema): { shape: JsonSchema; place: JsonSchema } {
  const entries = Object.entries(schema);
  return {
    shape: Object.fromEntries(entries.filter(([key]) => !ofPlace.has(key))),
    place: Object.fromEntries(entries.filter(([key]) => ofPlace.has(key))),
  };
}

/** The schema with `change` done to each schema in it, one level down. */
function mapParts(schema: JsonSchema, change: (part: JsonSchema, name: string | null) => JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties')
        return [
          key,
          Object.fromEntries(
            Object.entries(value as Record<string, JsonSchema>).map(([name, each]) => [name, change(each, name)]),
          ),
        ];
      if (key === 'anyOf' || key === 'oneOf' || key === 'allOf' || key === 'prefixItems')
        return [key, (value as JsonSchema[]).map((each) => change(each, null))];
      const isPart = key === 'items' || key === 'additionalProperties' || key === 'propertyNames';
      return [key, isPart && isSchema(value) ? change(value, null) : value];
    }),
  );
}

/** Gathers what is the same, then gives each a name and refers to it. Every schema of the document must be counted first. */
export class SharedShapes {
  readonly #counts = new Map<string, number>();
  /** As `#counts`, with what the place says of it. */
  readonly #wholes = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #components: Record<string, JsonSchema>;

  /** `components` = the shapes that have names already; those that are found out are added. */
  constructor(components: Record<string, JsonSchema>) {
    this.#components = components;
  }

  /** What lies in a shape that was met before is met with it, and is no second use. */
  count(schema: JsonSchema): void {
    const fullText = JSON.stringify(schema);
    this.#wholes.set(fullText, (this.#wholes.get(fullText) ?? 0) + 1);
    const text = JSON.stringify(split(schema).shape);
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.set(text, count);
    if (count > 1) return;
    mapParts(schema, (part) => {
      this.count(part);
      return part;
    });
  }

  /** The parts of a shape that has a name. */
  countParts(schema: JsonSchema): void {
    mapParts(schema, (part) => {
      this.count(part);
      return part;
    });
  }

  /** `hints` = names for it, the best first: the field that it is in, with the feature. */
  share(schema: JsonSchema, field: string, feature: string): JsonSchema {
    const fullText = JSON.stringify(schema);
    const uses = this.#wholes.get(fullText) ?? 0;
    // A field that says the same everywhere is referred to with its description.
    if (uses > 1 && uses * (fullText.length - refLetters) > fullText.length + refLetters && 'description' in schema)
      return this.#named(fullText, field, feature, () => {
        const { shape, place } = split(schema);
        return { ...place, ...this.shareParts(shape, field, feature) };
      });
    const { shape, place } = split(schema);
    const text = JSON.stringify(shape);
    const isRepeated = (this.#counts.get(text) ?? 0) > 1 && text.length >= worthLetters && !('$ref' in shape);
    if (!isRepeated) return { ...place, ...this.shareParts(shape, field, feature) };
    return { ...place, ...this.#named(text, field, feature, () => this.shareParts(shape, field, feature)) };
  }

  /** A reference to what is written with that text, which is made where this is the first. */
  #named(text: string, field: string, feature: string, make: () => JsonSchema): JsonSchema {
    let name = this.#names.get(text);
    if (name === undefined) {
      name = this.#freeName(capital(plain(field)), capital(feature));
      this.#names.set(text, name);
      this.#components[name] = {};
      this.#components[name] = make();
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  shareParts(schema: JsonSchema, field: string, feature: string): JsonSchema {
    return mapParts(schema, (part, name) => this.share(part, name ?? field, feature));
  }

  #freeName(field: string, feature: string): string {
    const free = (name: string) => !Object.hasOwn(this.#components, name);
    const first = [field, `${feature}${field}`].find(free);
    if (first !== undefined) return first;
    let number = 2;
    while (!free(`${feature}${field}${number}`)) number += 1;
    return `${feature}${field}${number}`;
  }
}

/** Input shapes that are the same as what is answered, shape by shape, by the name of the latter. */
export function sameShapes(schemas: Record<string, JsonSchema>): Map<string, string> {
  const pairs = new Map(
    Object.keys(schemas)
      .filter((name) => name.endsWith('Input') && Object.hasOwn(schemas, name.slice(0, -'Input'.length)))
      .map((name) => [name, name.slice(0, -'Input'.length)]),
  );
  // A pair is the same while what it refers to is: one that falls may bring down others.
  for (let left = -1; left !== pairs.size; ) {
    left = pairs.size;
    for (const [input, output] of pairs)
      if (withRefs(JSON.stringify(schemas[input]), pairs) !== withRefs(JSON.stringify(schemas[output]), pairs))
        pairs.delete(input);
  }
  return pairs;
}

/** The text of a document with references to the one instead of the other. */
export const withRefs = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/"#\/components\/schemas\/(\w+)"/g, (ref, name: string) => {
    const other = names.get(name);
    return other === undefined ? ref : `"#/components/schemas/${other}"`;
  });

/** Whole entries of `parameters` or `responses`: one that stands twice becomes a component. */
export class SharedEntries {
  readonly components: Record<string, unknown> = {};
  readonly #kind: string;
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(kind: 'parameters' | 'responses') {
    this.#kind = kind;
  }

  count(entry: unknown): void {
    const text = JSON.stringify(entry);
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  share(entry: unknown, hint: string, feature: string): unknown {
    const text = JSON.stringify(entry);
    if ((this.#counts.get(text) ?? 0) < 2) return entry;
    let name = this.#names.get(text);
    if (name === undefined) {
      const base = plain(hint);
      name = [base, `${feature}${capital(base)}`].find((each) => !Object.hasOwn(this.components, each));
      for (let number = 2; name === undefined; number += 1) {
        const numbered = `${feature}${capital(base)}${number}`;
        if (!Object.hasOwn(this.components, numbered)) name = numbered;
      }
      this.#names.set(text, name);
      this.components[name] = entry;
    }
    return { $ref: `#/components/${this.#kind}/${name}` };
  }
}
