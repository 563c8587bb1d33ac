import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { name } from '@plumbline/contract/points/fields';
import { type CustomPushType, customPushTypes } from '@plumbline/contract/reports/push-formats';
import { readyFormats } from '@plumbline/contract/reports/push-formats.ready';
import type { PushLayout } from '@plumbline/contract/reports/push-formats.shapes';
import { Button, Input, Segmented, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import type { Slot } from '../../../design/form/input.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useSettled } from '../../../kernel/settled.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { FormatRows, Sample } from './FormatRows.parts.tsx';
import type { AnyKey } from './layout-edits.ts';
import { MessageText } from './MessageText.parts.tsx';

const textOf = (layout: PushLayout) => JSON.stringify(layout, null, 2);

function layoutOf(format: CustomPushType | null): PushLayout {
  if (format === null) return readyFormats[0]?.format as PushLayout;
  const { id: _id, projectId: _projectId, name: _name, ...layout } = format;
  return layout;
}

const emptyLayout = {
  body: 'json',
  layout: 'batch',
  rows: 'field',
  listPath: '',
  root: 'push',
  dataKeys: [],
  metaKeys: [],
  authKeys: [],
  alertKeys: [],
} satisfies PushLayout;

/** The format that a text describes; null = it is no object of JSON. The server says what is wrong with its keys. */
function parsed(text: string): PushLayout | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const layout = { ...emptyLayout, ...value };
    const lists: unknown[] = [layout.dataKeys, layout.metaKeys, layout.authKeys, layout.alertKeys];
    return lists.every(
      (list) => Array.isArray(list) && list.every((key) => typeof (key as Partial<AnyKey> | null)?.path === 'string'),
    )
      ? layout
      : null;
  } catch {
    return null;
  }
}

/** Returns whether a key that a sample brought is still without a meaning. */
const isOpen = ({ dataKeys, metaKeys }: PushLayout, unmapped: readonly string[]): boolean =>
  [...dataKeys, ...metaKeys].some(({ path, source }) => source === 'constant' && unmapped.includes(path));

/** What the builder holds: the format as text, and the paths of a pasted sample that say nothing yet. */
interface Build {
  readonly text: string;
  readonly unmapped: readonly string[];
}

/** Judges a format as the server does, and that every key of a sample has a meaning. */
const buildSchema = z.object({
  name: name(32),
  layout: z.custom<Build>().transform(({ text, unmapped }, context): PushLayout => {
    const layout = parsed(text);
    const judgedInput = layout && customPushTypes.create.input.safeParse({ projectId: 1, name: 'x', ...layout });
    const message =
      layout === null
        ? 'pushNotJson'
        : isOpen(layout, unmapped)
          ? 'pushUnmapped'
          : judgedInput?.error?.issues[0]?.message;
    if (layout !== null && message === undefined) return layout;
    context.issues.push({ code: 'custom', message: message ?? '', input: text });
    return z.NEVER;
  }),
});

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'dataPush:name' },
  { type: 'slot', prop: 'layout', label: 'dataPush:messageForm', span: 2 },
];

/** Builds a format by rows, from a sample of the receiver or as text, with the newest reading written in it beside. */
export function FormatDialog({ format, onClose }: { format: CustomPushType | null; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run: createFormat } = useWrite(customPushTypes.create);
  const { run: updateFormat } = useWrite(customPushTypes.update);
  return (
    <FormDialog
      title={format ? t('dataPush:change', { name: format.name }) : t('dataPush:formatAdd')}
      schema={buildSchema}
      {...(format && { record: format })}
      initial={{ name: format?.name ?? '', layout: { text: textOf(layoutOf(format)), unmapped: [] } }}
      fields={fields}
      slots={{ layout: (slot) => <Builder {...slot} /> }}
      widthPx={1080}
      onSave={async ({ name, layout }: z.output<typeof buildSchema>, precondition) => {
        const input = { projectId, name, ...layout };
        if (format) await updateFormat({ ...input, customPushTypeId: format.id }, precondition);
        else await createFormat(input);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}

// Long because a builder and its ways in are one description.
function Builder({ value, onChange, disabled }: Slot) {
  const { t } = useTranslation();
  const { text, unmapped } = value as Build;
  const [way, setWay] = useState<'rows' | 'text'>('rows');
  const layout = parsed(text);
  const isUnmapped = layout !== null && isOpen(layout, unmapped);
  // Two parts may change before it is drawn again: a key that is mapped changes both.
  const newest = useRef<Build>({ text, unmapped });
  newest.current = { text, unmapped };
  const set = (part: Partial<Build>) => {
    newest.current = { ...newest.current, ...part };
    onChange(newest.current);
  };
  const [isSampling, setSampling] = useState(false);
  return (
    <>
      <div className="push-bar">
        <Select
          className="push-ready"
          aria-label={t('dataPush:ready')}
          placeholder={t('dataPush:ready')}
          disabled={disabled}
          options={readyFormats.map(({ code }) => ({
            value: code,
            label: t(`dataPush:readies.${code}` as never) as string,
          }))}
          onChange={(code: string) => {
            const chosen = readyFormats.find((each) => each.code === code);
            if (chosen) set({ text: textOf(chosen.format), unmapped: [] });
          }}
        />
        <Button disabled={disabled || isSampling} onClick={() => setSampling(true)}>
          {t('dataPush:sample')}
        </Button>
        <Segmented
          value={way}
          options={(['rows', 'text'] as const).map((each) => ({ value: each, label: t(`dataPush:ways.${each}`) }))}
          onChange={setWay}
        />
      </div>
      {isSampling && (
        <Sample
          onRead={(read, open) => set({ text: textOf(read), unmapped: open })}
          onClose={() => setSampling(false)}
        />
      )}
      <div className="push-sides">
        <section>
          {way === 'rows' && layout !== null ? (
            <FormatRows
              layout={layout}
              unmapped={unmapped}
              onChange={(next) => set({ text: textOf(next) })}
              onUnmapped={(next) => set({ unmapped: next })}
            />
          ) : (
            <Input.TextArea
              aria-label={t('dataPush:layout')}
              className="push-text"
              rows={18}
              spellCheck={false}
              value={text}
              onChange={({ target }) => set({ text: target.value })}
            />
          )}
          {layout === null && <p role="alert">{t('dataPush:notJson')}</p>}
        </section>
        <section className="push-preview">
          <h2>{t('dataPush:preview')}</h2>
          {isUnmapped && <p role="alert">{t('dataPush:unmapped')}</p>}
          {layout !== null && !isUnmapped && <Preview layout={layout} />}
        </section>
      </div>
    </>
  );
}

function Preview({ layout }: { layout: PushLayout }) {
  const { t } = useTranslation();
  const projectId = useProject().project.id;
  const settled = useSettled(JSON.stringify(layout));
  const query = useRead(
    customPushTypes.preview,
    { projectId, ...(JSON.parse(settled) as PushLayout) },
    { retry: false },
  );
  if (query.error) {
    const { detail } = query.error as { detail?: readonly { path: string; message: string }[] };
    const problems = Array.isArray(detail) ? detail : [];
    return (
      <ul role="alert">
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path}: {t(`forms:issue.${message}` as never, { defaultValue: message }) as string}
          </li>
        ))}
      </ul>
    );
  }
  const text = query.data ? (query.data.body ?? t('dataPush:previewNone')) : '';
  return <MessageText label={t('dataPush:preview')} text={text} />;
}
