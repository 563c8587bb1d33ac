/** What the profile shows of WeChat. */
export { WechatPane } from './WechatPane.tsx';
