import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { feedPulls, type PreviewSource } from '@plumbline/contract/telemetry/feed-pulls';
import type { Feed } from '@plumbline/contract/telemetry/feeds';
import { pullLimits } from '@plumbline/contract/telemetry/feeds.pulls';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { ProjectChoice } from './ProjectChoice.tsx';
import { QuickRows } from './QuickRows.tsx';
import { QuickSources } from './QuickSources.tsx';
import { firstRows, type QuickRow, type QuickSource, sourceFor } from './quick-points.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'intoProjectId', label: 'feeds:project' },
  { type: 'slot', prop: 'structurePath', label: 'feedPulls:structure', tips: 'feedPulls:structureTip' },
  { type: 'slot', prop: 'time', label: 'feedPulls:time', tips: 'feedPulls:timeTip', span: 2 },
  { type: 'slot', prop: 'rows', label: 'feedPulls:values', tips: 'feedPulls:valuesTip', span: 2 },
  { type: 'slot', prop: 'sources', label: 'feedPulls:senders', span: 2 },
];

type Time = { from: string; form: string; timeZone: string } | null;

/**
 * Makes devices and points of what was seen in the preview: which values, of which senders, in which project.
 * Long because it is one form: a slot for each of its fields.
 */
export function QuickPointsDialog({
  corporationId,
  feed,
  sources,
  onDone,
  onClose,
}: {
  corporationId: number;
  feed: Feed;
  sources: readonly PreviewSource[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run } = useWrite(feedPulls.quickCreate);
  const leaves = sources[0]?.leaves ?? [];
  const time = leaves.find(({ kind }) => kind === 'time');
  const timeOf = (from: string): Time => ({ from, form: 'ymd', timeZone: feed.timeZone });
  return (
    <FormDialog
      title={t('feedPulls:quick')}
      widthPx={760}
      schema={feedPulls.quickCreate.input}
      fixed={{ corporationId, feedId: feed.id }}
      initial={{
        intoProjectId: null,
        structurePath: [],
        time: time ? timeOf(time.path) : null,
        rows: firstRows(leaves),
        sources: sources.slice(0, pullLimits.quickSources).map(({ source }) => sourceFor(source)),
      }}
      fields={fields}
      errorField={{ sncodeExists: 'sources', sourceInUse: 'sources', rowsRefused: 'rows' }}
      slots={{
        intoProjectId: ({ id, value, onChange }) => (
          <ProjectChoice id={id} corporationId={corporationId} value={value as number | null} onChange={onChange} />
        ),
        structurePath: ({ id, value, onChange }) => (
          <Input
            {...(id === undefined ? {} : { id })}
            defaultValue={((value as string[] | undefined) ?? []).join(' / ')}
            onChange={({ target }) =>
              onChange(
                target.value
                  .split('/')
                  .map((part) => part.trim())
                  .filter((part) => part !== ''),
              )
            }
          />
        ),
        time: ({ id, value, onChange }) => (
          <Select
            {...(id === undefined ? {} : { id })}
            value={(value as Time)?.from ?? ''}
            options={[
              { value: '', label: t('feedPulls:timeArrival') },
              ...leaves
                .filter(({ kind }) => kind !== 'text')
                .map(({ path, value: sample }) => ({ value: path, label: `${path} · ${sample}` })),
            ]}
            onChange={(from) => onChange(from === '' ? null : formFor(from))}
          />
        ),
        rows: ({ value, onChange }) => <QuickRows leaves={leaves} value={value as QuickRow[]} onChange={onChange} />,
        sources: ({ value, onChange }) => (
          <QuickSources all={sources} value={value as QuickSource[]} onChange={onChange} />
        ),
      }}
      saveLabel={t('feedPulls:quickAct')}
      onSave={async (input: never) => {
        const { devices, pointIds } = await run(input);
        toasts.done(t('feedPulls:quickDone', { devices, points: pointIds.length }));
        onDone();
      }}
      onClose={onClose}
    />
  );

  /** A number that says when is one of Unix. */
  function formFor(from: string): Time {
    const leaf = leaves.find(({ path }) => path === from);
    if (leaf?.kind !== 'number') return timeOf(from);
    return { ...timeOf(from), form: Number(leaf.value) > 1e11 ? 'unixMs' : 'unixSeconds' } as Time;
  }
}
