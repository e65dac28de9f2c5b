import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Manifest vectors") struct ManifestProblemsVectorTests {
  @Test(
    "a valid manifest merges to the expected defaults",
    arguments: VectorCase.manifests("valid", "extensions"))
  func validManifests(_ each: VectorCase) throws {
    let manifest = try each.manifest()
    let found = manifest.problems + manifest.problems(in: each.channel)
    #expect(found.filter { $0.severity == .error }.map { $0.rendered() } == [])
    let wanted = try #require(each["defaults"]?.objectValue)
    #expect(Set(manifest.features.map(\.id)) == Set(wanted.keys))
    for (id, value) in wanted {
      let feature = try #require(manifest.feature(id))
      #expect(.object(manifest.merged(feature, channel: each.channel).json) == value)
    }
  }

  @Test(
    "an invalid manifest is reported by its rule",
    arguments: VectorCase.manifests("invalid").filter { !RuleCodes.accepts($0) })
  func invalidManifests(_ each: VectorCase) throws {
    let found = problems(of: each)
    let codes = try #require(RuleCodes.codes[each["rule"]?.stringValue ?? ""])
    let fragments = each["must_contain"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let path = each["path"]?.stringValue
    let matching = found.filter { problem in
      let text = "\(problem.path) \(problem.message)" + (problem.hint.map { "; \($0)" } ?? "")
      return problem.severity == .error && codes.contains(problem.code.description)
        && (path == nil || problem.path == path) && fragments.allSatisfy { text.contains($0) }
    }
    let first = try #require(matching.first, "found \(found.map { $0.rendered() })")
    // A requested channel has no location in a file.
    #expect(first.location != nil || first.code == "unknown-channel")
  }

  @Test(
    "what extensions allow is not an error",
    arguments: VectorCase.manifests("invalid").filter(RuleCodes.accepts))
  func extensions(_ each: VectorCase) {
    #expect(problems(of: each).filter { $0.severity == .error }.map { $0.rendered() } == [])
  }

  private func problems(of each: VectorCase) -> [Problem] {
    do {
      let manifest = try each.manifest()
      return manifest.problems + manifest.problems(in: each.channel)
    } catch {
      return error.all
    }
  }
}
