import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource

@Suite struct ManifestVectorTests {
  private let loader = ManifestLoader(files: .disk(), workingFolder: VectorFiles.folder)

  @Test(arguments: VectorCase.all("valid") + VectorCase.all("extensions"))
  func aValidManifestMergesToItsDefaults(_ each: VectorCase) throws {
    let manifest = try loader.load(each.file)
    let found = manifest.problems + manifest.problems(in: each.channel)
    #expect(found.filter { $0.severity == .error }.map { $0.rendered() } == [])
    let wanted = try #require(each.body["defaults"]?.objectValue)
    #expect(Set(manifest.features.map(\.id)) == Set(wanted.keys))
    for (id, value) in wanted {
      let feature = try #require(manifest.feature(id))
      #expect(.object(manifest.merged(feature, channel: each.channel).json) == value)
    }
  }

  @Test(arguments: VectorCase.all("invalid").filter { RuleCodes.accepted[$0.id] == nil })
  func aBrokenManifestIsReportedByItsRule(_ each: VectorCase) throws {
    let found = problems(of: each)
    let codes = try #require(RuleCodes.codes[each.body["rule"]?.stringValue ?? ""])
    let fragments = each.body["must_contain"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let path = each.body["path"]?.stringValue
    let matching = found.filter { problem in
      let text = "\(problem.path) \(problem.message)" + (problem.hint.map { "; \($0)" } ?? "")
      return problem.severity == .error && codes.contains(problem.code.description)
        && (path == nil || problem.path == path) && fragments.allSatisfy { text.contains($0) }
    }
    #expect(matching.count >= 1, "found \(found.map { $0.rendered() })")
    #expect(matching.allSatisfy { $0.location != nil || $0.code == "unknown-channel" })
  }

  @Test(arguments: VectorCase.all("invalid").filter { RuleCodes.accepted[$0.id] != nil })
  func whatExtensionsAllowIsNoError(_ each: VectorCase) {
    #expect(problems(of: each).filter { $0.severity == .error }.map { $0.rendered() } == [])
  }

  private func problems(of each: VectorCase) -> [Problem] {
    do {
      let manifest = try loader.load(each.file)
      return manifest.problems + manifest.problems(in: each.channel)
    } catch {
      return error.all
    }
  }
}
