import { type CustomPushType, customPushTypes } from '@plumbline/contract/reports/push-formats';
import { readyFormats } from '@plumbline/contract/reports/push-formats.ready';
import type { PushLayout } from '@plumbline/contract/reports/push-formats.shapes';
import { Input, Modal, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useSettled } from '../../../kernel/settled.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { FormatRows } from './FormatRows.parts.tsx';
import type { AnyKey } from './layout-edits.ts';

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

// Long because a table and its dialogs are one description.
/** Builds a format from a ready one, as text, with the newest reading of the project written in it beside. */
export function FormatDialog({ format, onClose }: { format: CustomPushType | null; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run: createFormat, isPending: isCreating } = useWrite(customPushTypes.create);
  const { run: updateFormat, isPending: isUpdating } = useWrite(customPushTypes.update);
  const [name, setName] = useState(format?.name ?? '');
  const [text, setText] = useState(() => textOf(layoutOf(format)));
  const [way, setWay] = useState<'rows' | 'text'>('rows');
  const [unmapped, setUnmapped] = useState<readonly string[]>([]);
  const layout = parsed(text);
  const isUnmapped = layout !== null && isOpen(layout, unmapped);
  const save = () => {
    if (layout === null) return;
    const input = { projectId, name, ...layout };
    const saved = format ? updateFormat({ ...input, customPushTypeId: format.id }) : createFormat(input);
    void saved.then(onClose, toasts.failed);
  };
  return (
    <Modal
      open
      width={1080}
      title={t(format ? 'dataPush:formatEdit' : 'dataPush:formatAdd')}
      okText={t('common:save')}
      cancelText={t('common:cancel')}
      confirmLoading={isCreating || isUpdating}
      okButtonProps={{ disabled: name.trim() === '' || layout === null || isUnmapped }}
      onOk={save}
      onCancel={onClose}
    >
      <div className="push-fields">
        <Input
          aria-label={t('dataPush:name')}
          placeholder={t('dataPush:name')}
          value={name}
          maxLength={32}
          onChange={({ target }) => setName(target.value)}
        />
        <Select
          aria-label={t('dataPush:ready')}
          placeholder={t('dataPush:ready')}
          options={readyFormats.map(({ code }) => ({
            value: code,
            label: t(`dataPush:readies.${code}` as never) as string,
          }))}
          onChange={(code: string) => {
            const chosen = readyFormats.find((each) => each.code === code);
            if (!chosen) return;
            setText(textOf(chosen.format));
            setUnmapped([]);
          }}
        />
      </div>
      <div className="push-sides">
        <section>
          <Segmented
            value={way}
            options={(['rows', 'text'] as const).map((value) => ({ value, label: t(`dataPush:ways.${value}`) }))}
            onChange={setWay}
          />
          {way === 'rows' && layout !== null ? (
            <FormatRows
              layout={layout}
              unmapped={unmapped}
              onChange={(next) => setText(textOf(next))}
              onUnmapped={setUnmapped}
            />
          ) : (
            <Input.TextArea
              aria-label={t('dataPush:layout')}
              className="push-text"
              rows={18}
              spellCheck={false}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
          {layout === null && <p role="alert">{t('dataPush:notJson')}</p>}
        </section>
        <section>
          <h3>{t('dataPush:preview')}</h3>
          {isUnmapped && <p role="alert">{t('dataPush:unmapped')}</p>}
          {layout !== null && !isUnmapped && <Preview layout={layout} />}
        </section>
      </div>
    </Modal>
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
  return <pre className="push-text">{query.data ? (query.data.body ?? t('dataPush:previewNone')) : ''}</pre>;
}
