import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWeb
import VirgaWorkbench

@testable import VirgaConsole
@testable import VirgaRuntime

@Suite("Background file jobs") struct FileJobTests {
  @Test("recipes have one name, whatever path to their file was typed")
  func names() throws {
    let directory = try TemporaryDirectory()
    directory.write(#"[{"slug": "x"}]"#, to: "bad.json")
    var machine = Machine.current
    machine.workingFolder = directory.root
    for typed in ["bad.json", "./bad.json", "sub/../bad.json", directory.path("bad.json")] {
      let job = FileJob.readingRecipes(typed, knowing: [], on: machine)
      guard case .recipes(let batch, let file) = job.run() else {
        Issue.record("no recipes in \(typed)")
        continue
      }
      #expect(file == "bad.json")
      #expect(Set(batch.problems.compactMap(\.location?.file)) == ["bad.json"])
    }
  }

  @Test("a listing names the exported sessions among its files") func sessions() throws {
    let directory = try TemporaryDirectory()
    directory.write("{\n  \"virga-session\": 1\n}", to: "mine.json")
    directory.write(#"{"data": []}"#, to: "other.json")
    directory.write(#"{"virga-session": 1}"#, to: "text.md")
    var machine = Machine.current
    machine.workingFolder = directory.root
    guard case .files(let names, let folder, let sessions) = FileJob.listing("", on: machine).run()
    else {
      Issue.record("no names")
      return
    }
    #expect(names == ["mine.json", "other.json", "text.md"] && folder.isEmpty)
    #expect(sessions == ["mine.json"])
  }

  /// The job that fetches live recipes from a server that has a text at their address.
  private func job(_ name: String, text: String?) throws -> FileJob {
    let live = try #require(try LiveRecipes(name, in: RecipeCollection.known))
    var remoteFiles = RemoteFiles()
    remoteFiles.read = { url, _, _ throws(FileFailure) in
      guard url == live.url, let text else { throw FileFailure(path: url, reason: "404") }
      return WebAnswer(Array(text.utf8))
    }
    return FileJob.fetchingRecipes(live, knowing: [], from: remoteFiles)
  }

  /// The outcome of fetching recipes of two apps by the name of one.
  private func fenix() throws -> (batch: RecipeBatch, file: String) {
    let text = #"{"data": [{"appName": "fenix", "slug": "x"}, {"appName": "focus_ios"}]}"#
    guard case .recipes(let batch, let file) = try job("nimbus:fenix", text: text).run() else {
      throw FileFailure(path: "nimbus:fenix", reason: "has no recipes")
    }
    return (batch, file)
  }

  @Test("live recipes are those of the app") func live() throws {
    #expect(try fenix().batch.unread.map(\.slug) == ["x"])
  }

  @Test("problems of live recipes name what was asked for") func problemsOfLiveRecipes() throws {
    let (batch, file) = try fenix()
    #expect(file == "nimbus:fenix")
    #expect(Set(batch.problems.compactMap(\.location?.file)) == ["nimbus:fenix"])
  }

  @Test("live recipes that are not found suggest the app that was meant")
  func missing() throws {
    guard case .outcome(let message) = try job("nimbus:firefox-ios", text: nil).run() else {
      Issue.record("found something")
      return
    }
    #expect(message.text.plain.contains("404; did you mean `firefox_ios`?"))
  }
}
