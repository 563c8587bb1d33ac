/**
 * Objects and resources of LwM2M that measurements are made of, by the numbers of the OMA registry, with the names that places
 * in formats use and the kind of each value: TLV does not say what its bytes are.
 * Source: OMA LightweightM2M registry, https://technical.openmobilealliance.org/OMNA/LwM2M/LwM2MRegistry.html, objects 3, 4, 6
 * and those of the IPSO Smart Object Guidelines.
 */

/** time = whole seconds since 1970. */
export type Lwm2mKind = 'integer' | 'float' | 'boolean' | 'time' | 'text';
export interface Lwm2mResource {
  readonly name: string;
  readonly kind: Lwm2mKind;
}

const objects: Readonly<Record<number, string>> = {
  3: 'device',
  4: 'connectivity',
  6: 'location',
  3200: 'digitalInput',
  3201: 'digitalOutput',
  3202: 'analogInput',
  3203: 'analogOutput',
  3300: 'genericSensor',
  3301: 'illuminance',
  3302: 'presence',
  3303: 'temperature',
  3304: 'humidity',
  3305: 'powerMeasurement',
  3306: 'actuation',
  3308: 'setPoint',
  3312: 'powerControl',
  3313: 'accelerometer',
  3314: 'magnetometer',
  3315: 'barometer',
  3316: 'voltage',
  3317: 'current',
  3318: 'frequency',
  3319: 'depth',
  3320: 'percentage',
  3321: 'altitude',
  3322: 'load',
  3323: 'pressure',
  3324: 'loudness',
  3325: 'concentration',
  3326: 'acidity',
  3327: 'conductivity',
  3328: 'power',
  3329: 'powerFactor',
  3330: 'distance',
  3331: 'energy',
  3332: 'direction',
  3333: 'time',
  3334: 'gyrometer',
  3336: 'gpsLocation',
  3346: 'rate',
};

const number = (name: string): Lwm2mResource => ({ name, kind: 'float' });
const integer = (name: string): Lwm2mResource => ({ name, kind: 'integer' });
const yes = (name: string): Lwm2mResource => ({ name, kind: 'boolean' });
const text = (name: string): Lwm2mResource => ({ name, kind: 'text' });
const time = (name: string): Lwm2mResource => ({ name, kind: 'time' });

/** Resources whose number means the same in every object that has them (5500 to 5999 of the registry). */
const reusable: Readonly<Record<number, Lwm2mResource>> = {
  5500: yes('digitalInputState'),
  5501: integer('digitalInputCounter'),
  5518: time('timestamp'),
  5514: text('latitude'),
  5515: text('longitude'),
  5516: text('uncertainty'),
  5517: text('compassDirection'),
  5550: yes('digitalOutputState'),
  5600: number('analogInputValue'),
  5650: number('analogOutputValue'),
  5601: number('minMeasuredValue'),
  5602: number('maxMeasuredValue'),
  5603: number('minRangeValue'),
  5604: number('maxRangeValue'),
  5700: number('sensorValue'),
  5701: text('sensorUnits'),
  5702: number('xValue'),
  5703: number('yValue'),
  5704: number('zValue'),
  5705: number('compassValue'),
  5750: text('applicationType'),
  5751: text('sensorType'),
  5800: number('instantaneousActivePower'),
  5805: number('cumulativeActivePower'),
  5821: number('calibration'),
  5850: yes('onOff'),
  5851: integer('dimmer'),
  5900: number('setPointValue'),
  6050: number('rateValue'),
};

/** Of objects whose resources have numbers of their own. */
const vendorObjects: Readonly<Record<number, Readonly<Record<number, Lwm2mResource>>>> = {
  3: {
    0: text('manufacturer'),
    1: text('modelNumber'),
    2: text('serialNumber'),
    3: text('firmwareVersion'),
    6: integer('availablePowerSources'),
    7: integer('powerSourceVoltage'),
    8: integer('powerSourceCurrent'),
    9: integer('batteryLevel'),
    10: integer('memoryFree'),
    11: integer('errorCode'),
    13: time('currentTime'),
    14: text('utcOffset'),
    15: text('timezone'),
    16: text('bindingModes'),
    17: text('deviceType'),
    18: text('hardwareVersion'),
    19: text('softwareVersion'),
    20: integer('batteryStatus'),
    21: integer('memoryTotal'),
  },
  4: {
    0: integer('networkBearer'),
    2: integer('radioSignalStrength'),
    3: integer('linkQuality'),
    8: integer('cellId'),
    7: text('apn'),
    9: integer('mobileNetworkCode'),
    10: integer('mobileCountryCode'),
  },
  6: {
    0: number('latitude'),
    1: number('longitude'),
    2: number('altitude'),
    3: number('radius'),
    5: time('timestamp'),
    6: number('speed'),
  },
};

/** The name of an object; its number where it has none here. */
export const objectName = (object: number): string => objects[object] ?? String(object);

/** null = unknown: what its bytes mean is not known either. */
export const resourceOf = (object: number, resource: number): Lwm2mResource | null =>
  vendorObjects[object]?.[resource] ?? (object > 6 ? (reusable[resource] ?? null) : null);
