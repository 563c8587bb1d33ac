import { type DeliveryState, deliveries } from '@plumbline/contract/alerts/deliveries';
import { keepPreviousData } from '@tanstack/react-query';
import { useRead } from '../../../kernel/reads.ts';

/** A message goes out, or is tried again, while one looks. */
const refetchInterval = 5_000;

export const useDeliveriesOf = (alertId: number) => useRead(deliveries.ofAlert, { alertId }, { refetchInterval });

/** Returns the next step of escalation. */
export const useEscalationOf = (alertId: number) => useRead(deliveries.escalation, { alertId }, { refetchInterval });

export const useDeliveryLog = (projectId: number, state: DeliveryState | undefined, page: number) =>
  useRead(
    deliveries.list,
    { projectId, page, ...(state && { state }) },
    { refetchInterval, placeholderData: keepPreviousData },
  );
