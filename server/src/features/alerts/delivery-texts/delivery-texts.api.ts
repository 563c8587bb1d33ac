/** Content of a delivery, in its language and for its medium: text, HTML, variables, and the curve beside it. */
export { alertChart, quantityOf, spanAround } from './logic/alert-chart.ts';
export type { AlertContent, Content } from './logic/content.ts';
export { messageOf } from './logic/message.ts';
