import { CloseOutlined } from '@ant-design/icons';
import type { Operation } from '@plumbline/contract/platform/operations';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { DetailPane } from '../../../design/DetailPane.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { formatTime, missing } from '../../../kernel/format.ts';
import { wordKey } from '../../../kernel/words.ts';
import { useOutcome, useSubject, useWho } from './operation-words.ts';

/** One line of the log, whole. */
export function OperationPanel({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { t } = useTranslation();
  const who = useWho();
  const outcome = useOutcome();
  const subject = useSubject();
  const { content } = operation;
  const parts = typeof content === 'object' && content !== null && !Array.isArray(content) ? content : {};
  const title = `${t(wordKey(`operations:actions.${operation.action}`))} · ${t(wordKey(`operations:scopes.${operation.scope}`))}`;
  return (
    <DetailPane label={title} widthPx={480} onClose={onClose}>
      <div className="op-head">
        <h2 className="pl-gap">{title}</h2>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
      </div>
      <div className="op-body">
        <Facts
          facts={[
            [t('operations:at'), formatTime(operation.at)],
            [t('operations:who'), `${who(operation)} (${operation.accountName || missing})`],
            [t('operations:outcome'), outcome(operation.outcome)],
            [t('operations:record'), subject(operation)],
            [t('operations:number'), operation.scopeId === null ? missing : String(operation.scopeId)],
            [t('operations:project'), operation.projectName ?? missing],
            [t('operations:route'), operation.route],
            ...(typeof parts['way'] === 'string'
              ? [[t('operations:way'), t(wordKey(`channels:kinds.${parts['way']}`))] as [string, string]]
              : []),
            [t('operations:address'), operation.ip],
            [t('operations:agent'), operation.agent || missing],
          ]}
        />
        {!operation.isLinked && <p className="pl-sm pl-3">{t('operations:chain.unlinked')}</p>}
        {(['before', 'input'] as const).map(
          (part) =>
            parts[part] !== undefined && (
              <section key={part}>
                <h3 className="pl-h3">{t(part === 'before' ? 'operations:before' : 'operations:content')}</h3>
                <pre className="op-text">{JSON.stringify(parts[part], null, 2)}</pre>
              </section>
            ),
        )}
      </div>
    </DetailPane>
  );
}
