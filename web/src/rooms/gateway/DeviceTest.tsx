import './gateway.css';
import { SendOutlined } from '@ant-design/icons';
import { gateway } from '@plumbline/contract/gateway';
import { Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed, SkeletonRows } from '../../design/States.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { formatTime } from '../../kernel/format.ts';
import { type Line, useDeviceTalk } from './device-talk.ts';

/** Sends a command text to a device that is connected now, and lists what it answers. */
export function DeviceTest({ deviceId, zone }: { deviceId: number; zone?: string | undefined }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const talk = useDeviceTalk(deviceId);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  if (!talk.open) {
    if (talk.error) return <Failed title={t('gateway:failed')} error={talk.error} onRetry={talk.retry} />;
    return <SkeletonRows rows={3} />;
  }
  const connected = talk.connection === 'connected';
  const may = allowed(gateway.command);
  const send = async (): Promise<void> => {
    const command = text.trim();
    if (command === '' || busy || !connected) return;
    setBusy(true);
    setRefused(null);
    try {
      await talk.send(command);
      setText('');
    } catch (error) {
      setRefused(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="gw-test">
      <p className="pl-2 pl-sm" role="status">
        {connected ? t('gateway:connected') : t('errors:deviceNotNetworked')}
      </p>
      {!connected && <p className="pl-3 pl-sm">{t('gateway:howToConnect')}</p>}
      {may ? (
        <form
          className="pl-row"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <Input
            className="pl-mono"
            maxLength={2000}
            disabled={!connected}
            aria-label={t('gateway:command')}
            placeholder={t('gateway:command')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button htmlType="submit" icon={<SendOutlined />} loading={busy} disabled={!connected || text.trim() === ''}>
            {t('gateway:send')}
          </Button>
        </form>
      ) : (
        <p className="pl-3 pl-sm">{t('gateway:mayNot', { needs: gateway.command.needs })}</p>
      )}
      {refused !== null && (
        <p role="alert" className="pl-sm gw-wrong">
          {wordsOf(refused, t).words}
        </p>
      )}
      <Lines lines={talk.lines} zone={zone} />
      {talk.lines.length > 0 && (
        <Button type="text" size="small" onClick={talk.clear}>
          {t('gateway:clear')}
        </Button>
      )}
    </div>
  );
}

function Lines({ lines, zone }: { lines: readonly Line[]; zone: string | undefined }) {
  const { t } = useTranslation();
  const place = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is shown
  useEffect(() => {
    place.current?.scrollTo({ top: place.current.scrollHeight });
  }, [lines]);
  if (lines.length === 0) return <p className="pl-3 pl-sm">{t('gateway:nothing')}</p>;
  return (
    <ol className="gw-lines" ref={place} aria-live="polite" aria-label={t('gateway:talk')}>
      {lines.map((line) => (
        <li key={line.key} className={line.kind}>
          <time className="pl-3 pl-micro" dateTime={line.at}>
            {formatTime(line.at, zone).slice(11)}
          </time>
          <span className="pl-3 pl-micro">{line.kind === 'sent' ? t('gateway:sent') : t('gateway:answer')}</span>
          <code className="pl-mono">{wordsIn(line)}</code>
        </li>
      ))}
    </ol>
  );
}

/** A device may wrap its answer with the command's id: people read the text of it. */
function wordsIn(line: Line): string {
  if (line.kind === 'sent' || line.commandId === null) return line.text;
  const { text } = JSON.parse(line.text) as { text?: unknown };
  return typeof text === 'string' ? text : line.text;
}
