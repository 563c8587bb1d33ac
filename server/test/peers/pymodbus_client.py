"""A Modbus TCP client of Debian's python3-pymodbus: asks for what stands on each line of its input as JSON, and prints what it is answered.

{"call": "holding" | "input" | "coils" | "write", "unit": 1, "address": 0, "count": 2}
"""
import json
import sys

from pymodbus.client import ModbusTcpClient

client = ModbusTcpClient("127.0.0.1", port=int(sys.argv[1]))
client.connect()
for line in sys.stdin:
    asked = json.loads(line)
    call, address, unit = asked["call"], asked["address"], asked["unit"]
    if call == "holding":
        answer = client.read_holding_registers(address, asked["count"], slave=unit)
    elif call == "input":
        answer = client.read_input_registers(address, asked["count"], slave=unit)
    elif call == "coils":
        answer = client.read_coils(address, asked["count"], slave=unit)
    else:
        answer = client.write_registers(address, [1, 2], slave=unit)
    if answer.isError():
        print(json.dumps({"exception": getattr(answer, "exception_code", None), "text": str(answer)}), flush=True)
    else:
        print(json.dumps({"registers": answer.registers}), flush=True)
client.close()
