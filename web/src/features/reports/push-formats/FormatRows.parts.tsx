import { type PushLayout, pushBodies, pushLayouts, pushRows } from '@plumbline/contract/reports/push-formats.shapes';
import { Button, Input, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthRows, KeyRows } from './FormatKeys.parts.tsx';
import { keysOfSample } from './sample-keys.ts';

/** Builds a format by rows, or from a sample document of the receiver. */
export function FormatRows({
  layout,
  unmapped,
  onChange,
  onUnmapped,
}: {
  layout: PushLayout;
  unmapped: readonly string[];
  onChange: (layout: PushLayout) => void;
  onUnmapped: (paths: readonly string[]) => void;
}) {
  const keys = {
    layout,
    onChange,
    unmapped,
    onMapped: (path: string) => onUnmapped(unmapped.filter((each) => each !== path)),
  };
  return (
    <>
      <Shape layout={layout} onChange={onChange} />
      {layout.alertKeys.length === 0 ? <KeyRows {...keys} name="dataKeys" /> : <KeyRows {...keys} name="alertKeys" />}
      {layout.body !== 'csv' && <KeyRows {...keys} name="metaKeys" />}
      <AuthRows layout={layout} onChange={onChange} />
    </>
  );
}

/** Takes a sample document of the receiver, and gives the format that its keys make. */
export function Sample({
  onRead,
  onClose,
}: {
  onRead: (layout: PushLayout, unmapped: readonly string[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const read = () => {
    const reading = keysOfSample(text);
    setWrong(reading === null);
    if (!reading) return;
    onRead(reading.layout, reading.unmapped);
    onClose();
  };
  return (
    <div className="push-sample">
      <Input.TextArea
        autoFocus
        aria-label={t('dataPush:sampleText')}
        placeholder={t('dataPush:sampleText')}
        className="push-text"
        rows={8}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {isWrong && <p role="alert">{t('dataPush:sampleWrong')}</p>}
      <div className="push-bar">
        <Button type="primary" disabled={text.trim() === ''} onClick={read}>
          {t('dataPush:sampleRead')}
        </Button>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
      </div>
    </div>
  );
}

function Shape({ layout, onChange }: { layout: PushLayout; onChange: (layout: PushLayout) => void }) {
  const { t } = useTranslation();
  const { body, listPath, root } = layout;
  return (
    <div className="push-fields">
      <Labelled words={t('dataPush:body')}>
        <Select
          value={body}
          options={pushBodies.map((value) => ({ value, label: t(`dataPush:bodies.${value}`) }))}
          onChange={(next) => onChange({ ...layout, body: next })}
        />
      </Labelled>
      <Labelled words={t('dataPush:message')}>
        <Select
          value={layout.layout}
          options={pushLayouts.map((value) => ({ value, label: t(`dataPush:messages.${value}`) }))}
          onChange={(next) => onChange({ ...layout, layout: next })}
        />
      </Labelled>
      <Labelled words={t('dataPush:row')}>
        <Select
          value={layout.rows}
          options={pushRows.map((value) => ({ value, label: t(`dataPush:rowKinds.${value}`) }))}
          onChange={(next) => onChange({ ...layout, rows: next })}
        />
      </Labelled>
      {layout.layout === 'batch' && body !== 'csv' && (
        <Labelled words={t('dataPush:listPath')}>
          <Input
            value={listPath}
            maxLength={200}
            onChange={({ target }) => onChange({ ...layout, listPath: target.value })}
          />
        </Labelled>
      )}
      {body === 'xml' && (
        <Labelled words={t('dataPush:root')}>
          <Input value={root} maxLength={50} onChange={({ target }) => onChange({ ...layout, root: target.value })} />
        </Labelled>
      )}
    </div>
  );
}

function Labelled({ words, children }: { words: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label>
      <span>{words}</span>
      {children}
    </label>
  );
}
