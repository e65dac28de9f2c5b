import VirgaFiles
import VirgaResources
import VirgaRuntime

/// The files in the folder that the typed part of a path names.
struct FileCandidates {
  private let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  /// The files and folders, or only folders, in the folder of a typed path; folders end in a slash.
  ///
  /// `a/b` lists all of the folder `a`: shells drop what does not begin with `b`. Hidden files are
  /// only listed after a dot.
  func list(_ typed: String, foldersOnly: Bool = false) -> [CompletionCandidate] {
    let parts = typed.cut(afterLast: "/")
    let lead = parts?.lead ?? ""
    let showsHidden = (parts?.rest ?? typed).hasPrefix(".")
    let folder = machine.path(lead)
    let names = FolderReading.disk.list(folder).map(\.name).filter {
      showsHidden || !$0.hasPrefix(".")
    }
    return names.sorted().compactMap { name in
      if FileWriting.isFolder("\(folder)/\(name)") {
        // A path can go on after a folder.
        return CompletionCandidate(text: "\(lead)\(name)/", isComplete: false)
      }
      return foldersOnly ? nil : CompletionCandidate(text: lead + name)
    }
  }
}
