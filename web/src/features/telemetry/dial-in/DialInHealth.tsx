import { CheckCircleOutlined, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices/devices';
import { commands } from '@plumbline/contract/telemetry/commands';
import { dialIn, type Finding } from '@plumbline/contract/telemetry/dial-in';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useWrite } from '../../../kernel/writes.ts';
import type { DialInReply } from './dial-in.queries.ts';

/** What is no fault: the page says it without a warning. */
const quiet: ReadonlySet<Finding> = new Set(['fine', 'notSetUp', 'waitsForRound', 'disabled']);

/** Shows the observations of the connection and its newest round, with what to try. */
export function DialInHealth({ reply, device }: { reply: DialInReply; device: Device }) {
  const { t } = useTranslation();
  return (
    <section className="di-section">
      <div className="pl-row">
        <h2 className="pl-h3 pl-gap">{t('dialIn:how')}</h2>
        <Acts reply={reply} device={device} />
      </div>
      <ul className="di-findings">
        {reply.findings.map((finding) => (
          <FindingLine key={finding} finding={finding} reply={reply} />
        ))}
      </ul>
      <LineFacts reply={reply} />
    </section>
  );
}

function FindingLine({ finding, reply: { state, setup } }: { finding: Finding; reply: DialInReply }) {
  const { t } = useTranslation();
  const count = finding === 'notStored' ? state.waiting : finding === 'lost' ? state.lost : state.refused;
  const isOfReceiver = setup?.nmea && (finding === 'fine' || finding === 'waitsForRound');
  const signAt = state.edge?.signAt ?? null;
  const key =
    finding === 'edgeAway' && signAt === null
      ? ('dialIn:finding.edgeAwayNever' as const)
      : isOfReceiver
        ? (`dialIn:receiver.${finding}` as const)
        : (`dialIn:finding.${finding}` as const);
  const words = t(key, {
    count,
    address: state.address ?? '',
    at: signAt === null ? '' : formatTime(signAt),
  });
  const Mark = finding === 'fine' ? CheckCircleOutlined : quiet.has(finding) ? InfoCircleOutlined : WarningOutlined;
  return (
    <li className={quiet.has(finding) ? 'di-finding' : 'di-finding pl-wrong'} data-finding={finding}>
      <Mark aria-hidden="true" />
      <span>{words}</span>
    </li>
  );
}

function LineFacts({ reply: { address, udpAddress, register, state, setup } }: { reply: DialInReply }) {
  const { t } = useTranslation();
  const when = (at: string | null): string => (at === null ? t('dialIn:never') : formatTime(at));
  const isConnected = state.connection === 'connected' && state.connectedAt !== null && state.endedAt === null;
  const isLineKnown = state.edge?.isThere !== false;
  const { edge } = state;
  const at = (here: { host: string; port: number } | null, there: number | null): string => {
    if (edge) return there === null ? t('dialIn:serverNone') : t('dialIn:edgePort', { port: there });
    return here ? `${here.host}:${here.port}` : t('dialIn:serverNone');
  };
  return (
    <Facts
      facts={[
        ...(edge
          ? [
              [
                t('dialIn:line'),
                edge.signAt === null
                  ? t('dialIn:lineAtEdgeNever')
                  : t('dialIn:lineAtEdge', { at: formatTime(edge.signAt) }),
              ] as const,
            ]
          : []),
        ...(setup?.tcp
          ? [[t('dialIn:host'), `${setup.tcp.host}:${setup.tcp.port}`] as const]
          : [
              [t('dialIn:server'), at(address, edge?.port ?? null)] as const,
              ...(setup?.udp ? [[t('dialIn:serverUdp'), at(udpAddress, edge?.udpPort ?? null)] as const] : []),
              [t('dialIn:register'), <code key="register">{register}</code>] as const,
            ]),
        ...(setup && state.connectedAt !== null
          ? [
              ...(setup.tcp ? [] : [[t('dialIn:address'), state.address ?? ''] as const]),
              isConnected || !isLineKnown
                ? ([t('dialIn:since'), when(state.connectedAt)] as const)
                : ([t('dialIn:ended'), when(state.endedAt)] as const),
              [t('dialIn:lastByte'), when(state.lastByteAt)] as const,
            ]
          : []),
      ]}
    />
  );
}

/** To read now, and to take the set-up away. */
function Acts({ reply: { setup, state }, device }: { reply: DialInReply; device: Device }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { run: command, isPending } = useWrite(commands.command);
  const { run: remove } = useWrite(dialIn.remove);
  const [isRemoving, setIsRemoving] = useState(false);
  if (!setup || !allowed(dialIn.set)) return null;
  const isAway = state.connection !== 'connected';
  const collect = async (): Promise<void> => {
    try {
      await command({ deviceId: device.id, command: 'collect' });
      toasts.done(t('dialIn:collecting'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <>
      <Button
        size="small"
        loading={isPending}
        disabled={isAway || (setup.rows.length === 0 && !setup.nmea)}
        title={isAway ? t('dialIn:collectAway') : undefined}
        onClick={() => void collect()}
      >
        {t('dialIn:collect')}
      </Button>
      <Button size="small" danger onClick={() => setIsRemoving(true)}>
        {t('dialIn:remove')}
      </Button>
      <ConfirmDestructive
        open={isRemoving}
        title={t('dialIn:removeTitle', { name: device.name })}
        lost={t('dialIn:removeLost', { count: setup.rows.length })}
        action={t('dialIn:remove')}
        onConfirm={async () => {
          await remove({ deviceId: device.id });
          toasts.done(t('dialIn:removed'));
        }}
        onClose={() => setIsRemoving(false)}
      />
    </>
  );
}
