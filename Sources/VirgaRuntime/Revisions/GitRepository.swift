import VirgaFiles
import VirgaSource
import VirgaWeb

/// A git repository, read with the `git` program; nothing in it is changed.
package struct GitRepository: Sendable {
  /// The folder of its work tree, with symbolic links resolved.
  let root: String

  /// The repository around a folder that exists.
  ///
  /// - Throws: ``GitFailure`` if the folder is in none, or if git cannot be started.
  package init(around folder: String) throws(GitFailure) {
    let answer = try Self.run(["rev-parse", "--show-toplevel"], in: folder)
    guard answer.hasSucceeded else {
      let isOutside = answer.message.contains("not a git repository")
      throw GitFailure(isOutside ? "\(folder) is not in a git repository" : answer.message)
    }
    root = answer.line
  }

  /// The id of the commit that a revision names, such as `main~3`.
  func commit(_ revision: String) throws(GitFailure) -> String {
    // No revision is empty, and git would take a dash for the beginning of an option.
    let cannotBeRevision = revision.isEmpty || revision.hasPrefix("-")
    // To find out why a revision is unknown, git runs again, and that can fail too.
    guard !cannotBeRevision else { throw try unknownRevision(revision) }
    let answer = try run(["rev-parse", "--verify", "\(revision)^{commit}"])
    guard answer.hasSucceeded else { throw try unknownRevision(revision) }
    return answer.line
  }

  /// The id of the last commit that the histories of two commits have in common.
  func mergeBase(_ one: String, _ other: String) throws(GitFailure) -> String {
    let answer = try run(["merge-base", one, other])
    if answer.hasSucceeded { return answer.line }
    let fix = try isShallow() ? "; \(Self.shallowFix)" : ""
    throw GitFailure(
      "\(Self.shortName(one)) and \(Self.shortName(other)) have no common commit\(fix)")
  }

  /// Why a revision cannot be used: the clone is shallow, or nothing has this name.
  private func unknownRevision(_ revision: String) throws(GitFailure) -> GitFailure {
    if try isShallow() {
      return GitFailure("this shallow clone does not have \(revision); \(Self.shallowFix)")
    }
    let names = try branchesAndTags()
    let hint = NameSuggestions.ending(for: revision, among: names)
    return GitFailure("the repository \(root) has no revision \(revision)\(hint)", isName: true)
  }

  private static let shallowFix =
    "fetch the rest with git fetch --unshallow, or check out with fetch-depth: 0"

  /// Whether the clone lacks the commits before some commit.
  private func isShallow() throws(GitFailure) -> Bool {
    try run(["rev-parse", "--is-shallow-repository"]).line == "true"
  }

  /// The answer of a command that reads contents.
  ///
  /// - Throws: ``GitFailure`` if it failed; in a partial clone with how to fetch what is missing.
  func read(_ arguments: [String]) throws(GitFailure) -> GitAnswer {
    let answer = try run(arguments)
    if answer.hasSucceeded { return answer }
    throw GitFailure(try isPartial() ? Self.partialReason : answer.message)
  }

  private static let partialReason =
    "this partial clone lacks a file of the revision; fetch all with git fetch --refetch --no-filter"

  /// Whether git fetches files and folders of this clone only when they are needed.
  private func isPartial() throws(GitFailure) -> Bool {
    try run(["config", "--get-regexp", #"^remote\..*\.promisor$"#]).hasSucceeded
  }

  /// The short names of all branches and tags, such as `main` and `origin/main`.
  package func branchesAndTags() throws(GitFailure) -> [String] {
    let answer = try run([
      "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags",
    ])
    return answer.text.split(separator: "\n").map(String.init)
  }

  /// A revision as columns name it: the id of a commit is cut.
  static func shortName(_ revision: String) -> String {
    let isID = revision.count == idLength && revision.allSatisfy(\.isHexDigit)
    return isID ? String(revision.prefix(shortIDLength)) : revision
  }

  /// The hexadecimal digits of a commit's id, and those that are enough to recognize it.
  private static let idLength = 40
  private static let shortIDLength = 10

  /// The path of a folder in the repository, with a slash at its end; empty for ``root``.
  static func prefix(of folder: String) throws(GitFailure) -> String {
    try run(["rev-parse", "--show-prefix"], in: folder).line
  }

  /// The path that a file had in an older commit, if it was renamed to `path` after that; nil
  /// otherwise.
  ///
  /// - Parameter newer: The commit that has `path`; nil for the work tree.
  func earlierPath(
    of path: String, in older: String, before newer: String?
  ) throws(GitFailure) -> String? {
    // Detects renames and prints only these, with paths from the root, each ended by a zero.
    let renamesOnly = ["-M", "-z", "--name-status", "--diff-filter=R", "--no-relative"]
    // Runs no program that the configuration of git names, and looks into no submodule.
    let plainDifference = ["--no-ext-diff", "--no-textconv", "--ignore-submodules"]
    let commits = [older] + [newer].compactMap(\.self)
    let difference = try read(["diff"] + plainDifference + renamesOnly + commits + ["--"])
    let renames = Self.renames(in: difference.output)
    if let rename = renames.first(where: { $0.new == path }) { return rename.old }
    // A file that changed a lot is only recognized from commit to commit, the newest one first.
    let range = "\(older)..\(newer ?? "HEAD")"
    let history = try read(["log", "--follow", "--format="] + renamesOnly + [range, "--", path])
    // The last rename in the output is the oldest one, which begins with the path in `older`.
    return Self.renames(in: history.output).last?.old
  }

  /// The renames in the output of `--name-status -z`, which lists nothing else: a score such as
  /// `R100`, the old path and the new one, each ended by a zero.
  private static func renames(in output: [UInt8]) -> [(old: String, new: String)] {
    let fields = output.split(separator: 0).map { SystemPath.text($0) }
    let fieldsOfRename = 3
    // An incomplete rename at the end is left out.
    let starts = stride(from: 0, to: fields.count - fieldsOfRename + 1, by: fieldsOfRename)
    return starts.map { start in (old: fields[start + 1], new: fields[start + 2]) }
  }

  /// Runs a command of git in the repository.
  func run(_ arguments: [String]) throws(GitFailure) -> GitAnswer {
    try Self.run(arguments, in: root)
  }

  /// Runs a command of git in a folder.
  private static func run(
    _ arguments: [String], in folder: String
  ) throws(GitFailure) -> GitAnswer {
    // Besides `PATH` and `HOME`, only the folder of git's configuration is handed on: `GIT_DIR`,
    // which hooks get, would name another repository.
    let program = ChildProgram(
      name: "git", arguments: ["-C", folder] + globalOptions + arguments,
      inheriting: ["XDG_CONFIG_HOME"], adding: settings)
    let outcome: ChildProgram.Outcome
    do {
      outcome = try program.run(input: [], limit: outputLimit)
    } catch {
      throw GitFailure("git cannot be started: \(error.reason); install it to read revisions")
    }
    guard !outcome.wasKilled else {
      throw GitFailure("git \(arguments[0]) printed more than \(outputLimit) bytes")
    }
    return GitAnswer(
      output: outcome.output, errors: outcome.errors, hasSucceeded: outcome.exitCode == 0)
  }

  /// With these options git locks nothing, starts nothing in the background and no program that
  /// verifies signatures, and takes no path for a pattern.
  private static let globalOptions = [
    "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c",
    "log.showSignature=false",
  ]

  /// With these variables git asks for nothing, and fetches nothing in a partial clone; older
  /// versions know only the last one for that.
  private static let settings = [
    "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
  ]

  /// The maximum size of an output in bytes: 256 MB, as for a file on disk.
  private static let outputLimit = 1 << 28
}

/// What a command of git has printed.
struct GitAnswer {
  let output: [UInt8]
  let errors: [UInt8]
  let hasSucceeded: Bool

  /// The output as text.
  var text: String { SystemPath.text(output) }

  /// The output without the line end after it.
  var line: String {
    let endsLine = output.last == UInt8(ascii: "\n")
    return SystemPath.text(endsLine ? output.dropLast() : output[...])
  }

  /// Why the command failed, such as `bad object` for the line `fatal: bad object`; without such a
  /// line the first one of the errors.
  var message: String {
    let lines = SystemPath.text(errors).split(separator: "\n")
    let lead = "fatal: "
    if let line = lines.first(where: { $0.hasPrefix(lead) }) {
      return String(line.dropFirst(lead.count))
    }
    return lines.first.map { String($0) } ?? "git ended without a reason"
  }
}

/// Why a revision cannot be read.
package struct GitFailure: Error, CustomStringConvertible {
  package let description: String
  /// Whether a name does not exist, rather than that git could not answer.
  package let isName: Bool

  init(_ description: String, isName: Bool = false) {
    self.description = description
    self.isName = isName
  }
}
