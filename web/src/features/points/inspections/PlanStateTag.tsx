import { ClockCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { Plan } from '@plumbline/contract/points/inspections.plans';
import { useTranslation } from 'react-i18next';

/** How a plan stands, in words; overdue is said with an icon. */
export function PlanStateTag({ state }: { state: Plan['state'] }) {
  const { t } = useTranslation();
  return (
    <span className={`in-judged ${state === 'overdue' ? 'pl-wrong' : 'pl-2'}`} data-state={state}>
      {state === 'overdue' ? (
        <WarningOutlined />
      ) : state === 'due' || state === 'begun' ? (
        <ClockCircleOutlined />
      ) : null}
      {t(`inspections:planState.${state}`)}
    </span>
  );
}
