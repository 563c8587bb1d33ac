/** The document of the API as the reference reads it: loaded once, its operations laid out by wing and feature. */

export interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}
export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Shape;
  readonly example?: unknown;
}
interface Content {
  readonly schema: Shape;
  readonly example?: unknown;
}
interface Answer {
  readonly $ref?: string;
  readonly description: string;
  readonly content: Readonly<Record<string, Content>>;
}
interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly 'x-permission': string;
  readonly 'x-within'?: string;
  readonly 'x-access-tokens'?: string;
  readonly 'x-also-at'?: readonly string[];
  readonly 'x-read-only'?: true;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
}
export interface ApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly schemas: Readonly<Record<string, Shape>>;
  };
}

/** One operation with its parameters and answers in place of the references to them. */
export interface Operation extends Omit<RawOperation, 'parameters' | 'responses'> {
  readonly method: string;
  /** With `/api` before it. */
  readonly path: string;
  readonly feature: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Answer>>;
}
export interface Reference {
  readonly document: ApiDocument;
  readonly operations: readonly Operation[];
  readonly wings: readonly {
    readonly wing: string;
    readonly features: readonly {
      readonly feature: string;
      readonly description: string;
      readonly operations: readonly Operation[];
    }[];
  }[];
}

const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
export const shapeName = ({ $ref }: Shape): string | null => ($ref === undefined ? null : nameOfRef($ref));

/** The shape itself, with what the place that refers to it says of it. */
export function resolvedShape({ components }: ApiDocument, shape: Shape): Shape {
  const { $ref, ...place } = shape;
  return $ref === undefined ? shape : { ...components.schemas[nameOfRef($ref)], ...place };
}

export function referenceOf(document: ApiDocument): Reference {
  const { components } = document;
  const parameterOf = (each: Parameter) =>
    each.$ref === undefined ? each : (components.parameters[nameOfRef(each.$ref)] ?? each);
  const answerAt = (each: Answer) =>
    each.$ref === undefined ? each : (components.responses[nameOfRef(each.$ref)] ?? each);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { parameters = [], responses, ...fields }]): Operation => ({
        ...fields,
        method: method.toUpperCase(),
        path,
        feature: fields.tags[0],
        parameters: parameters.map(parameterOf),
        responses: Object.fromEntries(Object.entries(responses).map(([status, each]) => [status, answerAt(each)])),
      }),
    ),
  );
  const byFeature = Map.groupBy(operations, ({ feature }) => feature);
  const words = new Map(document.tags.map(({ name, description }) => [name, description]));
  return {
    document,
    operations,
    wings: document['x-tagGroups'].map(({ name, tags }) => ({
      wing: name,
      features: tags.map((feature) => ({
        feature,
        description: words.get(feature) ?? '',
        operations: byFeature.get(feature) ?? [],
      })),
    })),
  };
}
