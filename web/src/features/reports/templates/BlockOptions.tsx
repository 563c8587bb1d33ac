import { familyCodes } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { type BlockOf, type ReportBlock, reportBlocks } from '@plumbline/contract/reports/templates.blocks';
import { shownTexts, storedTexts } from '@plumbline/contract/reports/templates.library-words';
import { structures } from '@plumbline/contract/site/structures';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fields } from '../../../design/form/Fields.tsx';
import type { Slot } from '../../../design/form/input.ts';
import { useOptions } from '../../../design/form/use-options.ts';
import { SchemaForm } from '../../../design/SchemaForm.tsx';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { PartParameters, usePartOptions } from '../../platform/plugins/plugins.parts.tsx';
import { useViewOptions } from '../paper-views/view-options.parts.ts';
import { blockFields } from './block-fields.ts';
import { CoverFields, Signatures } from './CoverLists.tsx';
import { PictureInput } from './PictureInput.tsx';

type Cover = BlockOf<'cover'>;
const slots: Readonly<Record<string, (slot: Slot) => ReactElement>> = {
  picture: ({ value, onChange }) => (
    <PictureInput value={(value as string | null | undefined) ?? null} onChange={onChange} />
  ),
  fields: ({ value, onChange }) => (
    <CoverFields value={(value as Cover['fields'] | undefined) ?? []} onChange={onChange} />
  ),
  signatures: ({ value, onChange }) => (
    <Signatures value={(value as Cover['signatures'] | undefined) ?? []} onChange={onChange} />
  ),
};

/** What the function of a plug-in is told. */
const parametersOf =
  (part: string, readOnly: boolean) =>
  ({ value, onChange }: Slot): ReactElement => (
    <PartParameters
      part={part}
      value={(value as Record<string, string> | undefined) ?? {}}
      readOnly={readOnly}
      onChange={onChange}
    />
  );
/** Masters have blocks of their own, and views of theirs. */
const isOfBlock = (kind: ReportBlock['kind'], pointType: number): boolean =>
  kind === 'views' || (kind === 'masters') === (pointType === 3);

/** Edits the options of a block. It begins with what the block is when it is drawn; every change is handed on at once. */
export function BlockOptions({
  block,
  readOnly,
  onChange,
  onSave,
}: {
  block: ReportBlock;
  readOnly: boolean;
  onChange: (block: ReportBlock) => void;
  onSave: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const language = useLanguage();
  const [initial] = useState<Record<string, unknown>>(() => shownTexts(block, language));
  const narrows = 'only' in block;
  const places = useOptions('structures', structures.list, { projectId: project.id }, { enabled: narrows });
  const rows = useOptions('points', points.rows, { projectId: project.id }, { enabled: narrows });
  const parts = usePartOptions('report', block.kind === 'plugin' ? block.part : null);
  const ofViews = useViewOptions('only' in block ? block.only.families : [], block.kind === 'views');
  const change = (values: Record<string, unknown>): void => {
    const merged: Record<string, unknown> = { ...block, ...values };
    for (const [name, value] of Object.entries(values))
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        merged[name] = { ...(block as unknown as Record<string, object>)[name], ...value };
    onChange(storedTexts(merged, block, language) as unknown as ReportBlock);
  };
  return (
    <SchemaForm
      schema={reportBlocks[block.kind]}
      fixed={{ kind: block.kind }}
      initial={initial}
      readOnly={readOnly}
      onChange={change}
      onSubmit={onSave}
    >
      <Fields
        fields={blockFields[block.kind]}
        slots={{
          ...slots,
          parameters: parametersOf(block.kind === 'plugin' ? block.part : '', readOnly),
        }}
        options={{
          ...(block.kind === 'plugin' && { part: parts }),
          ...(narrows && {
            'only.structureIds': places.data?.structures.map(({ id, name }) => ({ value: id, label: name })),
            'only.families': familyCodes.map((value) => ({ value, label: t(`families:family.${value}`) })),
            'only.pointIds': rows.data?.rows
              .filter(({ type }) => isOfBlock(block.kind, type))
              .map(({ id, name }) => ({ value: id, label: name })),
          }),
          ...ofViews,
        }}
      />
    </SchemaForm>
  );
}
