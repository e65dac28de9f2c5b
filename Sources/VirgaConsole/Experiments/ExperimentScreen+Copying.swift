import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

extension ExperimentScreen {
  static func copy(_ part: CopyPart, in state: State) -> Copying {
    switch state.focus {
    case .context: copyContext(part, in: state)
    case .branches: copyBranch(part, in: state)
    default: copyRecipe(part, in: state)
    }
  }

  private static func copyRecipe(_ part: CopyPart, in state: State) -> Copying {
    guard let row = state.experiments.selectedRow else { return .nothing(.noRecipeSelected) }
    let slug = row.slug
    switch part {
    case .value:
      return .text("the client's status in \(slug)") { row.status?.activeBranch ?? row.word }
    case .key:
      let key = row.unread?.slug ?? slug
      return .text("the slug \(key)") { key }
    case .path: return .nothing(.recipeHasNoPath)
    case .json:
      guard let recipe = state.experiments.selected else { return .nothing(row.absence(in: state)) }
      return .text("the recipe \(slug)") { JSONValue.object(recipe.json).pretty() }
    case .command:
      guard let branch = row.status?.activeBranch else { return .nothing(.notEnrolled(in: slug)) }
      return copyForcing(branch, of: slug, in: state)
    }
  }

  private static func copyBranch(_ part: CopyPart, in state: State) -> Copying {
    guard let recipe = state.experiments.selected, let branch = state.experiments.selectedBranch else {
      return .nothing(.noBranchSelected)
    }
    let configs = branch.features.map { ($0.featureID, JSONValue.object($0.value)) }
    switch part {
    case .value, .json:
      return .text("the configs of \(branch.slug)") { JSONValue.object(JSONObject(configs)).pretty() }
    case .key: return .text("the slug \(branch.slug)") { branch.slug }
    case .path: return .text("\(recipe.slug)=\(branch.slug)") { "\(recipe.slug)=\(branch.slug)" }
    case .command: return copyForcing(branch.slug, of: recipe.slug, in: state)
    }
  }

  private static func copyForcing(_ branch: String, of slug: String, in state: State) -> Copying {
    .text("the command that forces \(branch) of \(slug)") {
      state.sessionCommand(["branch", "force"], ["--", slug, branch])
    }
  }

  private static func copyContext(_ part: CopyPart, in state: State) -> Copying {
    guard let row = state.experiments.selectedContext else { return .nothing(.noAttributeSelected) }
    let written = state.session[.context, row.name]
    switch part {
    case .value:
      guard let value = written?.copied ?? row.value else { return .nothing(.attributeUndefined(row.name)) }
      return .text("the value of \(row.name)") { value }
    case .key: return .text("the name \(row.name)") { row.name }
    case .path: return .nothing(.attributeHasNoPath)
    case .json:
      let context = state.session.attributes(in: state.operationContext)
      return .text("the attributes of the client") {
        JSONValue.object(JSONObject(named: context.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })).pretty()
      }
    case .command:
      guard row.kind == .attribute, let written else { return .nothing(.attributeNotSet(row.name)) }
      return .text("the command that sets \(row.name)") {
        state.sessionCommand(["context", "set"], ["--", row.name, written.compact])
      }
    }
  }
}
