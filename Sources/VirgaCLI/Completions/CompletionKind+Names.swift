import ArgumentParser
import SystemPackage
import VirgaCanvas
import VirgaConsole
import VirgaExperiments
import VirgaFlags
import VirgaManifest
import VirgaWorkbench

extension CompletionKind {
  static let features = names { try $0.read().manifest.features.map(\.id) }

  /// Followed by `=` for a file.
  static let configs = names { try $0.read().manifest.features.map { "\($0.id)=" } }

  /// After a comma a further one.
  static let channels = names { line in
    let lead = line.prefix.lastIndex(of: ",").map { String(line.prefix[...$0]) } ?? ""
    return try line.read().manifest.channels.map { lead + $0 }
  }

  static let variables = names { line in
    let manifest = try line.read().manifest
    let feature = line.lastWord(among: manifest.features.map(\.id)).flatMap(manifest.feature)
    return feature?.variables.map(\.name) ?? []
  }

  static let recipes = names { try $0.recipes().map(\.slug) }

  static let branches = names { line in
    let recipes = try line.recipes()
    let slug = line.lastWord(among: recipes.map(\.slug))
    return recipes.first { $0.slug == slug }?.branches.map(\.slug) ?? []
  }

  static let recipeBranches = names { line in
    try line.recipes().flatMap { recipe in recipe.branches.map { "\(recipe.slug)=\($0.slug)" } }
  }

  static let flags = names { try $0.read().flags.catalogue.rows.map(\.id) }

  static let sessions = names { $0.files() + $0.keptSessions() }

  static let themes = list(Theme.all.map(\.name))

  static let screens = list(Screen.allCases.map(\.rawValue))

  /// Nothing if `find` fails.
  private static func names(_ find: @escaping @Sendable (CompletedLine) throws -> [String]) -> CompletionKind {
    custom { words, index, prefix in
      // What is wrong with a file must not end up between the prompt and the cursor.
      if let nowhere = try? FileDescriptor.open("/dev/null", .writeOnly) {
        _ = try? nowhere.duplicate(as: .standardError)
      }
      return (try? find(CompletedLine(words, index, prefix))) ?? []
    }
  }
}
