import type { Plugin } from '@plumbline/contract/platform/plugins';
import { useTranslation } from 'react-i18next';

/** In one word: whether a plug-in may be called, and whether it can be at the moment. */
export function PluginState({ plugin: { state, fault, runs } }: { plugin: Plugin }) {
  const { t } = useTranslation();
  const worst = (['broken', 'resting', 'running'] as const).find((each) => runs.some((run) => run.state === each));
  const visibleState = state === 'on' && worst ? worst : state;
  const isWrong =
    visibleState === 'broken' ||
    visibleState === 'resting' ||
    state === 'refused' ||
    state === 'changed' ||
    state === 'missing';
  return (
    <span className={`plug-state${isWrong ? ' wrong' : ''}`} data-state={visibleState}>
      <span className="plug-dot" aria-hidden="true" />
      {t(`plugins:states.${visibleState}`)}
      {fault !== null && <span className="pl-2"> · {t(`plugins:packageFaults.${fault}`)}</span>}
    </span>
  );
}
