import VirgaJSON
import VirgaWeb

/// A simulator, an emulator or a device that a session can be handed off to.
package struct Device: Hashable, Sendable {
  package let platform: HandoffTarget.Platform
  /// What `--device-id` takes.
  package let id: String
  /// The model, such as `iPhone 16`; empty if unknown.
  package let name: String
  /// The version of the system, such as `iOS 18.2`; empty if unknown.
  package let system: String
  /// Whether it can be used, in the tool's words, such as `Booted` or `device`.
  package let state: String

  /// The columns of the list that a command prints.
  package static let table = Table<Device>([
    TableColumn("Platform", key: "platform") { $0.platform.rawValue },
    TableColumn("Id", key: "id") { $0.id },
    TableColumn("Name", key: "name") { $0.name },
    TableColumn("System", key: "system") { $0.system },
    TableColumn("State", key: "state") { $0.state },
  ])

  /// The devices that the tools know, and why a tool could not be asked.
  package static func all() -> (devices: [Device], failures: [DeviceRun.Failure]) {
    var devices: [Device] = []
    var failures: [DeviceRun.Failure] = []
    for tool in DeviceTool.allCases {
      do throws(DeviceRun.Failure) {
        devices += try known(to: tool)
      } catch {
        failures.append(error)
      }
    }
    return (devices, failures)
  }

  /// The devices that a tool knows.
  private static func known(to tool: DeviceTool) throws(DeviceRun.Failure) -> [Device] {
    switch tool {
    case .adb:
      return androidDevices(in: try printedOutput(of: ["adb", "devices", "-l"]))
    case .xcrun:
      let text = try printedOutput(of: ["xcrun", "simctl", "list", "devices", "--json"])
      guard let json = try? JSONValue.parse(text) else {
        throw .notStarted("xcrun simctl list devices printed no JSON")
      }
      return simulators(in: json)
    }
  }

  /// What a tool prints; throws if it ends with a code other than zero.
  private static func printedOutput(of words: [String]) throws(DeviceRun.Failure) -> String {
    let outcome = try DeviceRun.output(of: words)
    guard outcome.exitCode == 0 else {
      throw .ended(
        program: words[0], code: outcome.exitCode, lastLine: DeviceRun.lastLine(of: outcome.errors))
    }
    return String(decoding: outcome.output, as: UTF8.self)
  }

  /// The usable iOS simulators in the JSON of `simctl list devices`, booted ones first.
  static func simulators(in json: JSONValue) -> [Device] {
    let runtimes = json["devices"]?.objectValue ?? [:]
    let all = runtimes.flatMap { runtime, entries -> [Device] in
      let system = Self.system(of: runtime)
      guard system.hasPrefix("iOS") else { return [] }
      return (entries.arrayValue ?? []).compactMap { simulator($0, system: system) }
    }
    let booted = all.filter { $0.state == "Booted" }
    return booted + all.filter { $0.state != "Booted" }
  }

  /// A simulator in the JSON of `simctl`; nil if it is not available, or has no id.
  private static func simulator(_ entry: JSONValue, system: String) -> Device? {
    let isAvailable = entry["isAvailable"]?.booleanValue ?? true
    guard let id = entry["udid"]?.stringValue, isAvailable else { return nil }
    return Device(
      platform: .ios, id: id, name: entry["name"]?.stringValue ?? "", system: system,
      state: entry["state"]?.stringValue ?? "")
  }

  /// The system of a runtime: `iOS 18.2` for `com.apple.CoreSimulator.SimRuntime.iOS-18-2`.
  private static func system(of runtime: String) -> String {
    let parts = runtime.split(separator: ".").last?.split(separator: "-") ?? []
    guard let name = parts.first else { return runtime }
    return "\(name) \(parts.dropFirst().joined(separator: "."))"
  }

  /// The devices in the output of `adb devices -l`, such as
  /// `emulator-5554 device product:sdk model:Pixel_7 transport_id:1`.
  static func androidDevices(in output: String) -> [Device] {
    // The first line is a heading; the server may print others before it, which begin with `*`.
    let lines = output.split { $0.isNewline }.filter { line in
      !line.hasPrefix("List of devices") && !line.hasPrefix("*")
    }
    return lines.compactMap { line in
      let words = line.split { $0.isWhitespace }.map(String.init)
      // Each device has at least an id and a state.
      guard words.count > 1 else { return nil }
      let modelPrefix = "model:"
      let name = words.first { $0.hasPrefix(modelPrefix) }?.dropFirst(modelPrefix.count) ?? ""
      return Device(
        platform: .android, id: words[0], name: String(name), system: "", state: words[1])
    }
  }
}
