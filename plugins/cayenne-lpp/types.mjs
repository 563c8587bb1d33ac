/** By the number of the type: name, bytes, signed, and what the number is divided by. */
export const types = {
  0: [['digital_in', 1, false, 1]],
  1: [['digital_out', 1, false, 1]],
  2: [['analog_in', 2, true, 100]],
  3: [['analog_out', 2, true, 100]],
  101: [['luminosity', 2, false, 1]],
  102: [['presence', 1, false, 1]],
  103: [['temperature', 2, true, 10]],
  104: [['humidity', 1, false, 2]],
  113: [
    ['acceleration_x', 2, true, 1000],
    ['acceleration_y', 2, true, 1000],
    ['acceleration_z', 2, true, 1000],
  ],
  115: [['pressure', 2, false, 10]],
  134: [
    ['gyration_x', 2, true, 100],
    ['gyration_y', 2, true, 100],
    ['gyration_z', 2, true, 100],
  ],
  136: [
    ['latitude', 3, true, 10000],
    ['longitude', 3, true, 10000],
    ['altitude', 3, true, 100],
  ],
};
