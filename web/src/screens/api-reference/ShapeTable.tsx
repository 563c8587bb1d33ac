import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiDocument, resolvedShape, type Shape, shapeName } from './reference-document.ts';

/** The fields of a shape; one that holds others unfolds, so that shapes that hold themselves end. */
export function ShapeTable({ document, shape }: { document: ApiDocument; shape: Shape }) {
  const { t } = useTranslation();
  const resolved = resolvedShape(document, shape);
  const fields = Object.entries(resolved.properties ?? {});
  const kinds = resolved.oneOf ?? resolved.anyOf?.filter(({ type }) => type !== 'null');
  if (fields.length > 0)
    return (
      <ul className="api-fields">
        {fields.map(([name, field]) => (
          <Field
            key={name}
            document={document}
            name={name}
            field={field}
            isRequired={resolved.required?.includes(name) ?? false}
          />
        ))}
      </ul>
    );
  if (kinds !== undefined && kinds.length > 0)
    return (
      <ol className="api-kinds">
        {kinds.map((kind, index) => (
          <li key={kindName(document, kind, index)}>
            <Folded document={document} shape={kind} title={kindName(document, kind, index)} />
          </li>
        ))}
      </ol>
    );
  if (resolved.items !== undefined) return <ShapeTable document={document} shape={resolved.items} />;
  if (typeof resolved.additionalProperties === 'object')
    return <ShapeTable document={document} shape={resolved.additionalProperties} />;
  const words = typeWords(document, shape);
  return <p className="pl-2 pl-sm">{words === '' || words === 'object' ? t('apiReference:nothing') : words}</p>;
}

function Field({
  document,
  name,
  field,
  isRequired,
}: {
  document: ApiDocument;
  name: string;
  field: Shape;
  isRequired: boolean;
}) {
  const { t } = useTranslation();
  const resolved = resolvedShape(document, field);
  return (
    <li>
      <code>{name}</code> <span className="pl-3 pl-sm">{typeWords(document, field)}</span>
      {isRequired && <span className="api-must"> {t('apiReference:required')}</span>}
      <div className="pl-2 pl-sm">{resolved.description}</div>
      {holdsFields(document, field) && <Folded document={document} shape={field} title={t('apiReference:fields')} />}
    </li>
  );
}

function Folded({ document, shape, title }: { document: ApiDocument; shape: Shape; title: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!holdsFields(document, shape)) return <span className="pl-sm">{title}</span>;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="pl-sm">{title || t('apiReference:fields')}</summary>
      {isOpen && <ShapeTable document={document} shape={shape} />}
    </details>
  );
}

/** Looks a few levels down: a list of lists of shapes is enough for what the contract has. */
function holdsFields(document: ApiDocument, shape: Shape): boolean {
  let left: readonly Shape[] = [shape];
  for (let depth = 0; depth < 4 && left.length > 0; depth += 1) {
    const resolved = left.map((each) => resolvedShape(document, each));
    if (resolved.some(({ properties }) => properties !== undefined && Object.keys(properties).length > 0)) return true;
    left = resolved.flatMap(({ items, oneOf, anyOf, additionalProperties }) => [
      ...(items ? [items] : []),
      ...(oneOf ?? anyOf ?? []),
      ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ]);
  }
  return false;
}

/** A kind of several is known by the word that tells it from the others, or by its name. */
function kindName(document: ApiDocument, shape: Shape, index: number): string {
  const { properties = {}, description } = resolvedShape(document, shape);
  const word = Object.values(properties).find((field) => resolvedShape(document, field).const !== undefined);
  if (word) return String(resolvedShape(document, word).const);
  return shapeName(shape) ?? description ?? String(index + 1);
}

/** The type of a field in a few words. */
export function typeWords(document: ApiDocument, shape: Shape, depth = 0): string {
  const resolved = resolvedShape(document, shape);
  if (resolved.enum) return resolved.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (resolved.const !== undefined) return JSON.stringify(resolved.const);
  const choices = resolved.anyOf ?? resolved.oneOf;
  if (choices && depth < 3) {
    const words = choices.map((each) => typeWords(document, each, depth + 1));
    return [...new Set(words)].slice(0, 8).join(' | ');
  }
  if (resolved.items && depth < 3) return `[${typeWords(document, resolved.items, depth + 1)}]`;
  const type = Array.isArray(resolved.type) ? resolved.type.join(' | ') : String(resolved.type ?? 'any');
  return [type, resolved.format, boundsOf(resolved), presetOf(resolved)].filter(Boolean).join(' ');
}

function boundsOf({ minimum, exclusiveMinimum, maximum, minLength, maxLength, maxItems }: Shape): string {
  const low = minimum ?? minLength;
  const high = maximum ?? maxLength ?? maxItems;
  const parts = [exclusiveMinimum === undefined ? '' : `> ${exclusiveMinimum}`, low === undefined ? '' : `≥ ${low}`];
  if (high !== undefined && high < 2 ** 31 - 1) parts.push(`≤ ${high}`);
  return parts.filter(Boolean).join(', ');
}

const presetOf = ({ default: preset }: Shape): string => (preset === undefined ? '' : `= ${JSON.stringify(preset)}`);
