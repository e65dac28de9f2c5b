import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

/// Creates consoles in memory with the demo and its flags.
enum FlagDriver {
  static func console(
    _ size: Size = ConsoleDriver.defaultSize, channel: String = "nightly", ascii: Bool = false
  ) -> ConsoleDriver {
    ConsoleOpenings.console("flags \(size) \(channel) \(ascii)") {
      var console = ConsoleDriver(size, channel: channel, ascii: ascii)
      console.send(.flags(files))
      return console
    }
  }

  /// The demo with its flags, recipes and client.
  static func withRecipes(
    _ size: Size = ConsoleDriver.defaultSize, channel: String = "nightly", ascii: Bool = false
  ) -> ConsoleDriver {
    ConsoleOpenings.console("flags and recipes \(size) \(channel) \(ascii)") {
      var console = FlagDriver.console(size, channel: channel, ascii: ascii)
      console.openDemoRecipes()
      return console
    }
  }

  /// The demo's flag files, read once for all tests.
  private static let files = FlagFiles(
    ["cirrus-catalogue.yaml", "cirrus-flags.json"].map { name in
      SourceText(
        name: "flags/\(name)",
        text: GoldenText.read("\(Repository.root)/manifests/flags/\(name)") ?? "")
    })
}

extension HandoffTarget {
  /// The builds of the demo's app that the program offers.
  static let demoBuilds = ["developer", "nightly", "beta", "release"].flatMap { channel in
    let end = channel == "release" ? "" : ".\(channel)"
    return [(Platform.android, "org.example.cirrus"), (.ios, "org.example.ios.Cirrus")].map {
      platform, id in
      HandoffTarget(
        app: "cirrus", platform: platform, channel: channel, id: id + end,
        scheme: "cirrus-\(channel)")
    }
  }
}

extension ConsoleDriver {
  /// Opens one flag file.
  mutating func open(_ name: String, _ text: String) {
    send(.flags(FlagFiles([SourceText(name: name, text: text)])))
  }

  /// The resolved flag, as listed.
  func answer(_ id: String) -> FlagAnswer? { sessionFlags?[id] }

  /// The ids in the list of flags, from top to bottom.
  var flagIDs: [String] { flags.list.shownItems.map(\.name) }
  /// The id of the flag under the cursor.
  var selectedFlag: String? { flags.selectedFlag?.id }

  /// The headings in the list of flags, from top to bottom.
  var headings: [String] {
    flags.list.rows.compactMap { row in
      if case .heading(let section, _) = row { section } else { nil }
    }
  }

  /// The ids of the marked flags, sorted.
  var markedFlags: [String] { flags.list.markedItems.map(\.name).sorted() }

  /// The overrides in short: `preference key = value`.
  var stored: [String] {
    session.keys.filter(\.kind.isOverride).map {
      "\($0.kind.rawValue) \($0.name) = \(session[$0]?.compact ?? "")"
    }
  }
}
