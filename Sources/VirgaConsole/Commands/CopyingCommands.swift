import VirgaManifest
import VirgaSource

enum CopyPart: Sendable {
  case value
  /// The id, slug or path.
  case id
  case json
  case command
}

/// The answer of a screen to copying a part of the item under the cursor.
enum CopyResult {
  /// The name of the text in messages, and a closure that makes the text.
  case text(String, () -> String)
  /// There is nothing to copy, for this reason.
  case nothing(StatusMessage)
}

/// Copying the item under the cursor, on every screen; all keys begin with `y`.
enum CopyingCommands {
  static let all: [Command] = [
    copying("copy-value", "copy the value", "y v", .value),
    copying("copy-id", "copy the id or path", "y i", .id),
    copying("copy-json", "copy as JSON", "y j", .json),
    copying("copy-command", "copy as a command line", "y c", .command),
    Command("copy-place", "copy file and line") { model in
      guard let location = model.features.location(model.shared) else { return [] }
      let isFile = !model.options.manifestPath.isEmpty
      let whole =
        isFile ? model.workspace.manifest?.files.first { $0.shownName == location.file }?.path : nil
      return [
        .copy("\(whole ?? location.file):\(location.range.start)", what: "the location \(location)")
      ]
    }
    .in(.screen(.features)).part(of: "copy").keys("y l")
    .when({ $0.features.location($0.shared).map { "\($0)" } }, else: .noSourcePosition),
  ]

  /// A command of the verb `copy` that copies a part of the item under the cursor, as the shown
  /// screen provides it; it is refused if the screen has nothing to copy.
  private static func copying(
    _ name: String, _ title: String, _ keys: String, _ partOfItem: CopyPart
  ) -> Command {
    Command(name, title) { model in
      guard case .text(let nameOfText, let makeText) = model.shownScreen.copy(partOfItem, in: model)
      else {
        // `when` below has refused the command with the reason.
        return []
      }
      return [.copy(makeText(), what: nameOfText)]
    }
    .part(of: "copy").keys(keys)
    .when { model in
      switch model.shownScreen.copy(partOfItem, in: model) {
      case .text(let nameOfText, _): .applies(nameOfText)
      case .nothing(let reason): .refused(reason)
      }
    }
  }
}
