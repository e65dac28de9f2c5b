import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaWorkbench

@Suite("Devices") struct DeviceTests {
  @Test("usable iOS simulators are listed, booted ones first") func simulators() throws {
    let json = try JSONValue.parse(
      """
      {"devices": {
        "com.apple.CoreSimulator.SimRuntime.watchOS-11-0": [{"udid": "W", "name": "Watch"}],
        "com.apple.CoreSimulator.SimRuntime.iOS-18-2": [
          {"udid": "A", "name": "iPhone 16", "state": "Shutdown", "isAvailable": true},
          {"udid": "B", "name": "iPad", "state": "Booted", "isAvailable": true},
          {"udid": "C", "name": "Old", "state": "Shutdown", "isAvailable": false}]}}
      """)
    let devices = Device.simulators(in: json)
    #expect(devices.map(\.id) == ["B", "A"])
    #expect(
      devices.first
        == Device(platform: .ios, id: "B", name: "iPad", system: "iOS 18.2", state: "Booted"))
  }

  @Test("connected Android devices are listed with their models and states") func connected() {
    let devices = Device.androidDevices(
      in: """
        * daemon started successfully
        List of devices attached
        emulator-5554          device product:sdk_gphone model:Pixel_7 transport_id:1
        0A1B                   unauthorized usb:1-1 transport_id:2

        """)
    #expect(
      devices == [
        Device(
          platform: .android, id: "emulator-5554", name: "Pixel_7", system: "", state: "device"),
        Device(platform: .android, id: "0A1B", name: "", system: "", state: "unauthorized"),
      ])
  }

  @Test("the last line of the last command is returned") func captured() throws {
    let plan = [
      DeviceCommand(["sh", "-c", "echo before"]),
      DeviceCommand(["sh", "-c", "echo first; echo last; echo"]),
    ]
    #expect(try DeviceRun.runCapturingOutput(plan) == "last")
  }

  @Test("a command that may fail does not end the run") func allowedFailure() throws {
    let plan = [
      DeviceCommand(["sh", "-c", "exit 3"], mayFail: true),
      DeviceCommand(["sh", "-c", "echo last"]),
    ]
    #expect(try DeviceRun.runCapturingOutput(plan) == "last")
  }

  @Test("a failed command ends the run with its code and its last error") func failed() {
    let plan = [
      DeviceCommand(["sh", "-c", "echo so >&2; exit 3"]), DeviceCommand(["sh", "-c", "exit 4"]),
    ]
    #expect(throws: DeviceRun.Failure.ended(program: "sh", code: 3, lastLine: "so")) {
      try DeviceRun.runCapturingOutput(plan)
    }
  }
}
