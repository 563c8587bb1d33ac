/**
 * Services that are known, as data: what a new feed begins with. Host names and keys of one's own are still to be put in. Sources:
 * OGC SensorThings API 1.1 (OGC 18-088); Environment Agency real-time flood-monitoring API (reference page of the service);
 * USGS Water Services, instantaneous values (documentation of the service). The last is a shape that many platforms of makers have.
 */
import type { Feed } from './feeds.ts';

export const feedShapeNames = ['sensorThings', 'floodMonitoring', 'usgs', 'postedList'] as const;
export type FeedShapeName = (typeof feedShapeNames)[number];
type Shape = Pick<Feed, 'kind' | 'wrapping' | 'place' | 'pullUrl'> & Partial<Feed>;

export const feedShapes: Readonly<Record<FeedShapeName, Shape>> = {
  sensorThings: {
    kind: 'http',
    wrapping: 'plain',
    place: { in: 'content', path: 'Datastream["@iot.id"]' },
    pullUrl:
      'https://sensorthings.example/v1.1/Observations?$filter=phenomenonTime%20ge%20{from}%20and%20phenomenonTime%20lt%20{to}&$orderby=phenomenonTime%20asc&$expand=Datastream($select=%40iot.id)&$top=1000',
    records: 'value',
    nextPage: '["@iot.nextLink"]',
  },
  floodMonitoring: {
    kind: 'http',
    wrapping: 'plain',
    place: { in: 'content', path: 'measure' },
    pullUrl: 'https://environment.data.gov.uk/flood-monitoring/data/readings?since={from}&_limit=10000&_sorted',
    records: 'items',
    windowHours: 24,
    overlapMinutes: 180,
  },
  usgs: {
    kind: 'http',
    wrapping: 'plain',
    place: { in: 'content', path: 'sourceInfo.siteCode[0].value' },
    pullUrl:
      'https://waterservices.usgs.gov/nwis/iv/?format=json&sites=01646500&parameterCd=00065&startDT={from}&endDT={to}',
    records: 'value.timeSeries',
  },
  postedList: {
    kind: 'http',
    wrapping: 'plain',
    place: { in: 'content', path: 'deviceCode' },
    pullUrl: 'https://platform.example/openapi/data/list',
    pullBody: '{"beginTime":"{fromLocal}","endTime":"{toLocal}","pageSize":1000}',
    auth: 'header',
    authName: 'token',
    records: 'data.list',
    timeZone: 'Asia/Shanghai',
  },
};
