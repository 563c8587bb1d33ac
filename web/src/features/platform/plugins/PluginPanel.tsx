import { Failure } from '@plumbline/contract/kernel/errors';
import { type Plugin, type PluginRun, plugins } from '@plumbline/contract/platform/plugins';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatCount, formatTime, missing } from '../../../kernel/format.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { PluginState } from './PluginState.tsx';

/** One plug-in: what it may do, who uses it, how it runs; switched and uninstalled from here. */
export function PluginPanel({ plugin, onClose }: { plugin: Plugin; onClose: () => void }) {
  const { t } = useTranslation();
  const { file, version, publisher, digest, switchedAt, switchedBy, description, detail } = plugin;
  return (
    <SidePanel
      open
      onClose={onClose}
      title={plugin.title}
      widthPx={520}
      foot={<Acts plugin={plugin} onGone={onClose} />}
    >
      <p className="plug-top">
        <PluginState plugin={plugin} />
        {detail !== '' && <code className="plug-detail">{detail}</code>}
      </p>
      {description !== '' && <p className="pl-2 plug-top">{description}</p>}
      <StateHelp plugin={plugin} />
      <Facts
        facts={[
          [t('plugins:version'), version ?? missing],
          [t('plugins:publisher'), publisher ?? missing],
          [t('plugins:file'), <code key="file">{file}</code>],
          [t('plugins:digest'), digest === null ? missing : <code key="digest">{digest.slice(0, 16)}…</code>],
          [
            t('plugins:switched'),
            switchedAt === null ? missing : `${formatTime(switchedAt)} ${switchedBy ?? ''}`.trim(),
          ],
        ]}
      />
      <Capabilities plugin={plugin} />
      <Users plugin={plugin} />
      {plugin.runs.map((run) => (
        <Run key={run.process} run={run} />
      ))}
    </SidePanel>
  );
}

/** What a state means that needs somebody to do something. */
function StateHelp({ plugin: { state, useCount } }: { plugin: Plugin }) {
  const { t } = useTranslation();
  if (state === 'changed') return <p className="plug-top">{t('plugins:changedMeans')}</p>;
  if (state === 'missing') return <p className="plug-top">{t('plugins:missingMeans')}</p>;
  if (state === 'off' && useCount > 0) return <p className="plug-top">{t('plugins:offUsed')}</p>;
  return null;
}

function Capabilities({ plugin: { name, capabilities } }: { plugin: Plugin }) {
  const { t } = useTranslation();
  return (
    <section className="plug-section">
      <h3 className="pl-h3">{t('plugins:does')}</h3>
      {capabilities.length === 0 && <p className="pl-3">{missing}</p>}
      <ul className="plug-list">
        {capabilities.map((each) => (
          <li key={`${each.kind} ${each.name}`}>
            {t(`plugins:kinds.${each.kind}`)}: {each.title} <code className="pl-3">{`${name}/${each.name}`}</code>
            {each.kind === 'push' && (
              <div className="pl-sm pl-2">
                {each.hosts.length > 0 ? t('plugins:hosts', { hosts: each.hosts.join(', ') }) : t('plugins:hostsOwn')}
              </div>
            )}
          </li>
        ))}
      </ul>
      <p className="pl-sm pl-3">{t('plugins:bounds')}</p>
    </section>
  );
}

function Users({ plugin: { uses, useCount } }: { plugin: Plugin }) {
  const { t } = useTranslation();
  return (
    <section className="plug-section">
      <h3 className="pl-h3">{t('plugins:usedBy', { count: useCount, shown: formatCount(useCount) })}</h3>
      {useCount === 0 && <p className="pl-3">{t('plugins:unused')}</p>}
      <ul className="plug-list">
        {uses.map(({ kind, name, corporation, part }) => (
          <li key={`${kind} ${part} ${corporation ?? ''} ${name}`}>
            {t(`plugins:useKinds.${kind}`)}: {name}
            <span className="pl-3 pl-sm"> {[corporation, part].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Run({ run }: { run: PluginRun }) {
  const { t } = useTranslation();
  const { process, state, calls, failures, crashes, memoryBytes, lastFault, lastDetail, lastAt } = run;
  return (
    <section className="plug-section">
      <h3 className="pl-h3">{t('plugins:runIn', { process })}</h3>
      <Facts
        facts={[
          [t('plugins:state'), t(`plugins:states.${state}`)],
          [t('plugins:calls'), formatCount(calls)],
          [t('plugins:failures'), formatCount(failures)],
          [t('plugins:crashes'), formatCount(crashes)],
          [
            t('plugins:memory'),
            memoryBytes === null ? missing : `${formatCount(Math.round(memoryBytes / 1_048_576))} MB`,
          ],
          [
            t('plugins:lastError'),
            lastFault === null ? (
              missing
            ) : (
              <span key="error" className="plug-wrap">
                {t(`plugins:faults.${lastFault}`)}
                <span className="pl-3">
                  {' '}
                  {lastDetail} {lastAt && formatTime(lastAt)}
                </span>
              </span>
            ),
          ],
        ]}
      />
    </section>
  );
}

type Doing = 'off' | 'uninstall' | null;

function Acts({ plugin, onGone }: { plugin: Plugin; onGone: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: switchPlugin, isPending } = useWrite(plugins.switch);
  const { run: uninstall } = useWrite(plugins.uninstall);
  const [doing, setDoing] = useState<Doing>(null);
  const { name, title, state, digest, useCount } = plugin;
  const used = useCount > 0;
  const switchOn = async (): Promise<void> => {
    try {
      await switchPlugin({ name, enabled: true, ...(digest === null ? {} : { digest }) });
      toasts.done(t('plugins:switchedOn'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  const lost = (words: string) => <Lost words={words} useCount={useCount} />;
  return (
    <div className="pl-row">
      {(state === 'off' || state === 'changed') && (
        <Button type="primary" loading={isPending} onClick={() => void switchOn()}>
          {t(state === 'changed' ? 'plugins:switchOnChanged' : 'plugins:switchOn')}
        </Button>
      )}
      {(state === 'on' || state === 'changed') && (
        <Button onClick={() => setDoing('off')}>{t('plugins:switchOff')}</Button>
      )}
      <span className="pl-gap" />
      <Button onClick={() => setDoing('uninstall')}>{t('plugins:uninstall')}</Button>
      <ConfirmDestructive
        open={doing === 'off'}
        title={t('plugins:switchOffTitle', { name: title })}
        lost={lost(t('plugins:switchOffLost'))}
        action={t('plugins:switchOff')}
        onConfirm={() => switchPlugin({ name, enabled: false, evenUsed: used })}
        onClose={() => setDoing(null)}
      />
      <ConfirmDestructive
        open={doing === 'uninstall'}
        title={t('plugins:uninstallTitle', { name: title })}
        lost={lost(t('plugins:uninstallLost', { file: plugin.file }))}
        action={t('plugins:uninstall')}
        onConfirm={async () => {
          try {
            await uninstall({ name, evenUsed: used });
          } catch (error) {
            // Gone already, by somebody else.
            if (!(error instanceof Failure && error.name === 'notFound')) throw error;
          }
          onGone();
        }}
        onClose={() => setDoing(null)}
      />
    </div>
  );
}

/** What goes with a plug-in, and who is left without it. */
function Lost({ words, useCount }: { words: string; useCount: number }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{words}</p>
      {useCount > 0 && (
        <p className="pl-b">{t('plugins:usedLost', { count: useCount, shown: formatCount(useCount) })}</p>
      )}
    </>
  );
}
