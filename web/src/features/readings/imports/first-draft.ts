import { elementAt } from '@plumbline/contract/kernel/elements';
import {
  type ImportLayout,
  isSeriesFormat,
  type Mapping,
  type Target,
} from '@plumbline/contract/readings/imports.mapping';
import { type Draft, type DraftTarget, nameOf, noTarget, seriesName } from './mapping.ts';

/** The draft that a person begins with. Pure. */
type Values = Mapping['values'];
type ValuesOf<L extends Values['layout']> = Extract<Values, { layout: L }>;

const draftTarget = (target: Target & { unit?: string | null }): DraftTarget => {
  const { pointId, name, node, factor, offset, sine, unit = null } = target;
  return { pointId, name, node, factor, offset, sine, unit };
};

/** What the file was found to be, with nothing mapped. */
const unmappedDraft = (layout: ImportLayout, timeZone: string): Draft => ({
  layout: isSeriesFormat(layout.format) ? 'ags4' : 'wide',
  timeColumns: layout.timeColumns,
  pattern: layout.timePattern,
  timeZone: layout.stated?.timeZone ?? timeZone,
  ambiguous: 'refuse',
  targets: {},
  pointColumn: null,
  fieldColumn: null,
  valueColumn: null,
  names: {},
  otherNames: 'refuse',
});

/** Points that columns, or series of AGS4, are named as; their quantities are open. */
const nearTargets = ({ near }: ImportLayout): Draft['targets'] =>
  Object.fromEntries(near.map(({ column, pointId }) => [column, { ...noTarget, pointId }]));

const bySeriesName = ({ series }: ImportLayout, targets: Draft['targets']): Draft['names'] =>
  Object.fromEntries(
    Object.entries(targets).map(([place, target]) => [seriesName(elementAt(series, Number(place))), target]),
  );

const fromWide = ({ time, columns }: ValuesOf<'wide'>, near: Draft['targets']): Partial<Draft> => ({
  timeColumns: time.columns,
  targets: { ...near, ...Object.fromEntries(columns.map((each) => [each.column, draftTarget(each)])) },
});

const fromRows = ({ time, pointColumn, columns, names }: ValuesOf<'rows'>): Partial<Draft> => ({
  timeColumns: time.columns,
  pointColumn,
  targets: Object.fromEntries(
    columns.map((each) => [each.column, { ...draftTarget({ ...each, pointId: 0 }), pointId: null }]),
  ),
  names: Object.fromEntries(names.map(({ point, pointId }) => [nameOf(point, null), { ...noTarget, pointId }])),
});

const fromLong = ({ time, pointColumn, fieldColumn, valueColumn, names }: ValuesOf<'long'>): Partial<Draft> => ({
  timeColumns: time.columns,
  pointColumn,
  fieldColumn,
  valueColumn,
  names: Object.fromEntries(names.map((each) => [nameOf(each.point, each.field), draftTarget(each)])),
});

const fromAgs = ({ names }: ValuesOf<'ags4'>, near: Draft['names']): Partial<Draft> => ({
  names: { ...near, ...Object.fromEntries(names.map((each) => [seriesName(each), draftTarget(each)])) },
});

/** What a mapping says of the columns and names of its layout. */
function mappedParts(values: Values, near: Draft['targets'], nearNames: Draft['names']): Partial<Draft> {
  if (values.layout === 'wide') return fromWide(values, near);
  if (values.layout === 'rows') return fromRows(values);
  if (values.layout === 'long') return fromLong(values);
  return fromAgs(values, nearNames);
}

/** Where the person begins: what the server suggests, or what the file was found to be. */
export function draftOf(layout: ImportLayout, mapping: Mapping | null, timeZone: string): Draft {
  const values = (mapping ?? layout.suggested)?.values ?? null;
  const unmapped = unmappedDraft(layout, timeZone);
  const near = mapping ? {} : nearTargets(layout);
  const nearNames = isSeriesFormat(layout.format) ? bySeriesName(layout, near) : {};
  if (!values)
    return isSeriesFormat(layout.format) ? { ...unmapped, names: nearNames } : { ...unmapped, targets: near };
  return {
    ...unmapped,
    layout: values.layout,
    pattern: values.time.pattern,
    timeZone: values.time.timeZone,
    ambiguous: values.time.ambiguous,
    otherNames: values.layout === 'wide' ? 'refuse' : values.otherNames,
    ...mappedParts(values, near, nearNames),
  };
}

/** A draft with what is suggested for columns and names that nobody has mapped; what a person chose stays. Pure. */
export function filledDraft(draft: Draft, suggested: Draft): Draft {
  // Of another layout a column or a name means something else.
  if (draft.layout !== suggested.layout) return draft;
  const filled = (chosen: Draft['names'], others: Draft['names']): Draft['names'] => ({
    ...others,
    ...Object.fromEntries(
      Object.entries(chosen).filter(
        ([key, { pointId, name }]) => pointId !== null || name !== null || others[key] === undefined,
      ),
    ),
  });
  return { ...draft, targets: filled(draft.targets, suggested.targets), names: filled(draft.names, suggested.names) };
}
