import ArgumentParser
import VirgaFiles
import VirgaManifest
import VirgaResources
import VirgaRuntime
import VirgaSDK
import VirgaSource

/// The option that names the app's texts and images.
struct ResourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder with the app's texts and images: warn about missing ones.", valueName: "folder"),
    completion: .directory)
  var resources: String?

  /// The names of the resources in the folder, and the problems of its files; nil if no folder is
  /// given.
  ///
  /// Ends the program if the folder has no resources.
  func read(_ machine: Machine = .current) throws -> (names: ResourceNames, problems: [Problem])? {
    guard let resources else { return nil }
    try Inputs.claim(folders: [resources], for: "--resources", machine)
    let folder = FolderResources(FilePath.joined(machine.workingFolder, resources))
    guard !folder.contents.tables.isEmpty || !folder.contents.images.isEmpty else {
      Output.remark("error: \(resources): this folder has no texts or images")
      throw ExitCode.couldNotRun
    }
    let names = ResourceNames(
      hasText: { folder.translation(of: $0) != nil }, hasImage: { folder.hasImage($0) })
    return (names, folder.problems)
  }
}
