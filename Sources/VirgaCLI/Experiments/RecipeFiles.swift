import ArgumentParser
import VirgaConsole
import VirgaFiles
import VirgaJSON
import VirgaResources
import VirgaRuntime
import VirgaSource
import VirgaWorkbench

/// The files of `--recipes`: a file, a folder's files, a pattern's matches, an https URL, or live
/// recipes by their name.
struct RecipeFiles {
  var machine = Machine.current
  /// Reads URLs.
  var remoteFiles = RemoteFiles(budget: Machine.webTimeBudget)

  /// A file that was read.
  struct File {
    let text: LocatedText
    let source: Source
  }

  /// The ends of the names of recipe files.
  private static let endings = [".json", ".yaml", ".yml"]

  /// The files for `source`; those of a folder or a pattern are sorted by name.
  ///
  /// Standard input, a URL and a name of live recipes, such as `nimbus:fenix`, are returned as they
  /// are.
  ///
  /// - Throws: The exit code, after printing the reason, if a folder or a pattern has no files.
  func named(_ source: String) throws -> [String] {
    if source == "-" || source.isURL || LiveRecipes.isName(source) { return [source] }
    let path = FilePath.joined(machine.workingFolder, source)
    if FileWriting.isFolder(path) {
      let names = recipeFiles(in: path)
      guard !names.isEmpty else {
        throw failure("\(source): no file in this folder ends in .json, .yaml or .yml")
      }
      return names.map {
        FilePath.relative(FilePath.joined(path, $0), ifBelow: machine.workingFolder)
      }
    }
    let files = ShellPattern.files(source, from: machine.workingFolder)
    guard !files.isEmpty else { throw failure("\(source): no file matches") }
    return files
  }

  /// The sorted names of a folder's JSON and YAML files, except hidden ones.
  private func recipeFiles(in folder: String) -> [String] {
    let files = FolderReading.disk.list(folder).filter { !$0.isFolder }.map(\.name)
    let visible = files.filter { !$0.hasPrefix(".") }
    return visible.filter { name in Self.endings.contains { name.hasSuffix($0) } }.sorted()
  }

  /// The text of a file, a URL or live recipes, before it is parsed.
  struct Source {
    let text: SourceText
    /// The meaning of a name such as `nimbus:fenix`, which was read; nil for any other file or URL.
    var live: LiveRecipes?

    /// Whether a recipe in it counts: one of another app among live recipes does not.
    func includes(_ recipe: LocatedValue) -> Bool { live?.includes(recipe) ?? true }
  }

  /// Reads and parses a file, a URL or live recipes.
  ///
  /// - Throws: The exit code, after printing why it cannot be read or parsed.
  func read(_ name: String) throws -> File {
    let source = try source(name)
    return File(text: try JSONInput.text(source.text), source: source)
  }

  /// Reads a file, a URL or live recipes, which a name such as `nimbus:fenix` finds on a server,
  /// without parsing.
  ///
  /// - Throws: The exit code, after printing why it cannot be read.
  func source(_ name: String) throws -> Source {
    let live = try live(name)
    guard live != nil || name.isURL else {
      return Source(text: SourceText(name: name, bytes: try Inputs.read(name)))
    }
    do throws(FileFailure) {
      if let live { return Source(text: try remoteFiles.read(live), live: live) }
      return Source(text: SourceText(name: name, bytes: try remoteFiles.read(name)))
    } catch {
      throw failure("\(error)")
    }
  }

  /// The live recipes that a name such as `nimbus:fenix` means; nil for a file or a URL.
  ///
  /// - Throws: The exit code, after printing that the name means nothing.
  private func live(_ source: String) throws -> LiveRecipes? {
    guard LiveRecipes.isName(source) else { return nil }
    let config = ConfigFile.read(machine)
    // An app with a mistake in the configuration is left out, so that its name is unknown or taken
    // for the slug of an experiment: print the mistake, which explains what follows.
    Output.remark(config.problems.filter { $0.path.hasPrefix("recipes[") })
    do {
      return try LiveRecipes(source, in: config.recipeCollections)
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.validationFailure
    }
  }

  /// Prints an error and returns the exit code.
  private func failure(_ message: String) -> ExitCode {
    Output.remark("error: \(message)")
    return .couldNotRun
  }
}
