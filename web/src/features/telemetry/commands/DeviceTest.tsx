import './commands.css';
import { SendOutlined } from '@ant-design/icons';
import { limits } from '@plumbline/contract/kernel/constants';
import { hexadecimal } from '@plumbline/contract/points/fields';
import { commands } from '@plumbline/contract/telemetry/commands';
import { Button, Input, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { issueWords } from '../../../design/issues.ts';
import { Failed, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatAge, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { type Line, useDeviceTalk } from './device-talk.ts';

/** Sends a command, a text or bytes, to a device that is networked, and lists what it answers and answered lately. */
export function DeviceTest({ deviceId, zone }: { deviceId: number; zone?: string | undefined }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const language = useLanguage();
  const talk = useDeviceTalk(deviceId);
  const reachable = talk.open && (talk.connection === 'connected' || talk.connection === 'connecting');
  // Here and not in the form: what was typed outlives a connection that breaks.
  const command = useCommand(talk, reachable);
  if (!talk.open && talk.attempt === 0) {
    if (talk.error) return <Failed title={t('commands:failed')} error={talk.error} onRetry={talk.retry} />;
    return <SkeletonRows rows={3} />;
  }
  const lastAnswer = talk.lines.findLast((line) => line.kind === 'answer');
  return (
    <div className="gw-test">
      <p className="pl-2 pl-sm" role="status">
        <b>{t(`devices:connection.${talk.open ? (talk.connection ?? 'connecting') : 'connecting'}`)}</b>{' '}
        <StatusWords talk={talk} />
      </p>
      {!talk.open && talk.error !== null && (
        <Button size="small" onClick={talk.retry}>
          {t('common:retry')}
        </Button>
      )}
      {talk.open && !reachable && <p className="pl-3 pl-sm">{t('commands:howToConnect')}</p>}
      {allowed(commands.command) ? (
        <CommandForm command={command} reachable={reachable} />
      ) : (
        <p className="pl-3 pl-sm">{t('commands:mayNot', { needs: commands.command.needs })}</p>
      )}
      <Lines lines={talk.lines} zone={zone} waits={talk.connection === 'connecting'} />
      <div className="pl-row">
        <span className="pl-3 pl-sm pl-gap">
          {lastAnswer ? t('commands:kept', { age: formatAge(lastAnswer.at, language) }) : t('commands:keptNone')}
        </span>
        {talk.lines.length > 0 && (
          <Button type="text" size="small" onClick={talk.clear}>
            {t('commands:clear')}
          </Button>
        )}
      </div>
    </div>
  );
}

type Talk = ReturnType<typeof useDeviceTalk>;

/** What the state of the connection means for whoever wants to send. */
function StatusWords({ talk }: { talk: Talk }) {
  const { t } = useTranslation();
  if (!talk.open)
    return talk.error
      ? t('errors:network')
      : t('commands:again', { attempt: talk.attempt, most: limits.socketReconnectTries });
  if (talk.connection === 'connected') return t('commands:connected');
  return talk.connection === 'connecting' ? t('commands:connecting') : t('errors:deviceNotNetworked');
}

function CommandForm({ command, reachable }: { command: ReturnType<typeof useCommand>; reachable: boolean }) {
  const { t } = useTranslation();
  const { kind, setKind, text, setText, fault, busy, refused, send } = command;
  return (
    <>
      <form
        className="pl-row gw-send"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Segmented
          aria-label={t('commands:command')}
          value={kind}
          options={(['text', 'hex'] as const).map((value) => ({ value, label: t(`commands:kind.${value}`) }))}
          onChange={setKind}
        />
        <Input
          className="pl-mono"
          maxLength={2000}
          disabled={!reachable}
          status={fault ? 'error' : ''}
          aria-label={t('commands:command')}
          placeholder={kind === 'hex' ? t('commands:hexPlaceholder') : t('commands:command')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          htmlType="submit"
          icon={<SendOutlined />}
          loading={busy}
          disabled={!reachable || text.trim() === '' || fault !== undefined}
        >
          {t('commands:send')}
        </Button>
      </form>
      {fault !== undefined && (
        <p role="alert" className="pl-sm gw-wrong">
          {issueWords({ code: 'custom', message: fault, path: ['hex'] }, t)}
        </p>
      )}
      {refused !== null && (
        <p role="alert" className="pl-sm gw-wrong">
          {wordsOf(refused, t).words}
        </p>
      )}
    </>
  );
}

/** A command that is being typed, and what became of the last one. */
function useCommand(talk: Talk, reachable: boolean) {
  const [kind, setKind] = useState<'text' | 'hex'>('text');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const fault =
    kind === 'hex' && text.trim() !== '' ? hexadecimal.safeParse(text).error?.issues[0]?.message : undefined;
  const send = async (): Promise<void> => {
    const command = text.trim();
    if (command === '' || busy || !reachable || fault !== undefined) return;
    setBusy(true);
    setRefused(null);
    try {
      await (kind === 'hex' ? talk.sendHex(command) : talk.send(command));
      setText('');
    } catch (error) {
      setRefused(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    kind,
    setKind: (value: 'text' | 'hex'): void => {
      setKind(value);
      setRefused(null);
    },
    text,
    setText,
    fault,
    busy,
    refused,
    send,
  };
}

function Lines({ lines, zone, waits }: { lines: readonly Line[]; zone: string | undefined; waits: boolean }) {
  const { t } = useTranslation();
  const place = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is shown
  useEffect(() => {
    place.current?.scrollTo({ top: place.current.scrollHeight });
  }, [lines]);
  if (lines.length === 0) return <p className="pl-3 pl-sm">{t('commands:nothing')}</p>;
  const answered = new Set(lines.flatMap(({ kind, commandId }) => (kind === 'answer' && commandId ? [commandId] : [])));
  return (
    <ol className="gw-lines" ref={place} aria-live="polite" aria-label={t('commands:talk')}>
      {lines.map((line) => (
        <li key={line.key} className={line.kind}>
          <time className="pl-3 pl-micro" dateTime={line.at}>
            {formatTime(line.at, zone).slice(11)}
          </time>
          <span className="pl-3 pl-micro">
            {line.kind === 'answer'
              ? t('commands:answer')
              : waits && line.commandId !== null && !answered.has(line.commandId)
                ? t('commands:waits')
                : t('commands:sent')}
          </span>
          <code className="pl-mono">{wordsIn(line)}</code>
        </li>
      ))}
    </ol>
  );
}

/** A device may wrap its answer with the command's id: people read the text of it. */
function wordsIn(line: Line): string {
  if (line.kind === 'sent' || !line.text.startsWith('{')) return line.text;
  try {
    const { text } = JSON.parse(line.text) as { text?: unknown };
    return typeof text === 'string' ? text : line.text;
  } catch {
    return line.text;
  }
}
